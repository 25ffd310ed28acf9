"""The one writer of venues, their banners and pictures."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError

from players.pictures import Encoded
from players.venue_models import MAX_BANNER, MAX_NAME, MAX_WELCOME, Picture, Venue, VenueBanner
from players.venue_texts import checked_prefix, neutral_line, neutral_text


@transaction.atomic
def save_venue(venue: Venue, *, logo: Encoded | None = None, without_logo: bool = False) -> Venue:
    """Store a venue, its texts made neutral; a new `logo`, none, or the one it has.

    Raises ValidationError for what it may not hold; then nothing is stored.
    """
    before = venue.logo
    venue.prefix = checked_prefix(venue.prefix)
    venue.name = neutral_line(venue.name, MAX_NAME)
    venue.welcome = neutral_text(venue.welcome, MAX_WELCOME)
    venue.logo = _next_picture(before, logo, without=without_logo)
    venue.full_clean(exclude=["logo"])
    venue.save()
    _drop(before, instead=venue.logo)
    return venue


@transaction.atomic
def save_banner(
    banner: VenueBanner, *, picture: Encoded | None = None, without_picture: bool = False
) -> VenueBanner:
    """As `save_venue`. That the game exists is checked by those who know games."""
    before = banner.picture
    banner.text = neutral_text(banner.text, MAX_BANNER)
    banner.picture = _next_picture(before, picture, without=without_picture)
    banner.full_clean(exclude=["picture"])
    banner.save()
    _drop(before, instead=banner.picture)
    return banner


@transaction.atomic
def remove_banner(banner: VenueBanner) -> None:
    before = banner.picture
    banner.delete()
    _drop(before)


@transaction.atomic
def remove_venue(venue: Venue) -> None:
    """Its tables stay and look as all others."""
    pictures = [venue.logo, *(banner.picture for banner in venue.banners.select_related("picture"))]
    venue.delete()
    for picture in pictures:
        _drop(picture)


def _next_picture(before: Picture | None, new: Encoded | None, *, without: bool) -> Picture | None:
    if new is not None:
        values = {"content": new.content, "width": new.width, "height": new.height}
        return Picture.objects.get_or_create(digest=new.digest, defaults=values)[0]
    return None if without else before


def _drop(picture: Picture | None, *, instead: Picture | None = None) -> None:
    """Delete a picture that nothing shows any more."""
    if picture is None or picture == instead:
        return
    try:
        with transaction.atomic():
            picture.delete()
    except ProtectedError:
        pass
