from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from players import services


@shared_task(name="players.tasks.remove_stale_guests")
def remove_stale_guests() -> int:
    """Forget guests who have not been here for GUEST_IDLE_DAYS and whom nothing refers to."""
    return services.remove_stale_guests(timezone.now() - timedelta(days=settings.GUEST_IDLE_DAYS))
