"""Keys, guards, the posting function and grants: what Django's migrations cannot say. The files never change; what
comes later is a new file and a new migration."""

from pathlib import Path

from django.conf import settings
from django.db import migrations

from battle21.settings.database import RUNTIME_ROLE

SQL = Path(__file__).resolve().parent.parent / "sql"
GRANT = "SELECT wallet_grant(rolname) FROM pg_roles WHERE rolname = %s"


def run_files(apps, schema_editor):
    user = apps.get_model(settings.AUTH_USER_MODEL)._meta
    quoted = {
        "{user_table}": schema_editor.quote_name(user.db_table),
        "{user_key}": schema_editor.quote_name(user.pk.column),
    }
    for name in ("0001_keys", "0002_guards", "0003_post", "0004_grants"):
        text = (SQL / f"{name}.sql").read_text()
        for mark, value in quoted.items():
            text = text.replace(mark, value)
        schema_editor.execute(text, params=None)
    schema_editor.execute(GRANT, [RUNTIME_ROLE])


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [migrations.RunPython(run_files)]
