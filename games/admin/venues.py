"""Venues: the one page where staff write. What they enter goes through `players.services.venues`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget, UnfoldBooleanSwitchWidget

from battle21.admin import link
from battle21.origins import address_for_others
from games.qr import qr_svg
from games.rules.catalog import GAMES
from players.models import Picture, Venue, VenueBanner
from players.pictures import BANNER, LOGO, Encoded, encoded
from players.services import venues
from players.venue_models import MAX_BANNER, MAX_NAME, MAX_WELCOME
from players.venue_texts import checked_prefix, neutral_line, neutral_text

ACCEPTED = "image/png,image/jpeg,image/webp"
CODE_PX = 160


def game_choices() -> list[tuple[str, str]]:
    return [(key, _(row.title)) for key, row in GAMES.items()]


def picture_field(label: Any) -> forms.FileField:
    return forms.FileField(
        label=label,
        required=False,
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ACCEPTED}),
        help_text=later("PNG, JPEG or WebP, at most 2 MB. It is made smaller and stored anew."),
    )


def switch(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, widget=UnfoldBooleanSwitchWidget)


def uploaded(file: Any, box: tuple[int, int]) -> Encoded | None:
    """The file of a form as we store it. Raises ValidationError as `encoded`."""
    return encoded(file.read(), box) if file else None


class VenueForm(forms.ModelForm):  # type: ignore[type-arg]
    featured_game = forms.ChoiceField(
        label=later("Featured game"), required=False, widget=UnfoldAdminSelectWidget
    )
    logo_file = picture_field(later("New logo"))
    without_logo = switch(later("No logo"))

    class Meta:
        model = Venue
        fields = (
            "prefix", "name", "is_active", "welcome", "theme", "card_style", "featured_game", "flexible_ace",
        )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "featured_game" in self.fields:
            choices = [("", _("The first of the catalogue")), *game_choices()]
            self.fields["featured_game"].choices = choices  # type: ignore[attr-defined]

    def clean_prefix(self) -> str:
        return checked_prefix(self.cleaned_data["prefix"])

    def clean_name(self) -> str:
        return neutral_line(self.cleaned_data["name"], MAX_NAME)

    def clean_welcome(self) -> str:
        return neutral_text(self.cleaned_data["welcome"], MAX_WELCOME)

    def clean_logo_file(self) -> Encoded | None:
        return uploaded(self.cleaned_data["logo_file"], LOGO)


class BannerForm(forms.ModelForm):  # type: ignore[type-arg]
    game = forms.ChoiceField(label=later("Game"), choices=game_choices, widget=UnfoldAdminSelectWidget)
    picture_file = picture_field(later("New picture"))
    without_picture = switch(later("No picture"))

    class Meta:
        model = VenueBanner
        fields = ("game", "text")

    def clean_text(self) -> str:
        return neutral_text(self.cleaned_data["text"], MAX_BANNER)

    def clean_picture_file(self) -> Encoded | None:
        return uploaded(self.cleaned_data["picture_file"], BANNER)


class BannerInline(TabularInline):  # type: ignore[misc]
    model = VenueBanner
    form = BannerForm
    fields = ("game", "text", "picture_now", "picture_file", "without_picture")
    readonly_fields = ("picture_now",)
    extra = 0

    @admin.display(description=later("picture"))
    def picture_now(self, banner: VenueBanner) -> SafeString | str:
        return shown(banner.picture)


@admin.register(Venue)
class VenueAdmin(ModelAdmin):  # type: ignore[misc]
    form = VenueForm
    actions = None
    list_display = ("name", "address", "theme", "featured", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name", "prefix")
    inlines = (BannerInline,)
    readonly_fields = ("code", "logo_now")
    fieldsets = (
        (None, {"fields": ("prefix", "name", "is_active", "code")}),
        (
            later("Face"),
            {"fields": ("welcome", "logo_now", "logo_file", "without_logo", "theme", "card_style")},
        ),
        (later("Games"), {"fields": ("featured_game", "flexible_ace")}),
    )

    @admin.display(description=later("address"), ordering="prefix")
    def address(self, venue: Venue) -> SafeString:
        return link(reverse("venues:door", args=[venue.prefix]), f"/{venue.prefix}/")

    @admin.display(description=later("featured game"))
    def featured(self, venue: Venue) -> str:
        return dict(game_choices()).get(venue.featured_game, "–")

    @admin.display(description=later("logo"))
    def logo_now(self, venue: Venue) -> SafeString | str:
        return shown(venue.logo)

    @admin.display(description=later("QR code"))
    def code(self, venue: Venue) -> SafeString | str:
        """To be printed for the tables of the place; a venue that is not stored yet has none."""
        if venue._state.adding:
            return "–"
        picture = reverse("admin:players_venue_code", args=[venue.pk])
        alt = _("QR code of /%(prefix)s/") % {"prefix": venue.prefix}
        image = format_html('<img src="{}" alt="{}" width="{}" height="{}">', picture, alt, CODE_PX, CODE_PX)
        return format_html("{} {}", image, link(picture, _("Open it by itself, to print it")))

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.code_picture)
        return [path("<int:pk>/code.svg", view, name="players_venue_code"), *super().get_urls()]

    def code_picture(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The venue's whole address, as guests' phones reach it, as a QR code."""
        venue = get_object_or_404(Venue, pk=pk)
        if not self.has_view_permission(request, venue):
            raise PermissionDenied
        door = address_for_others(request, reverse("venues:door", args=[venue.prefix]))
        return HttpResponse(qr_svg(door), content_type="image/svg+xml")

    def save_model(self, request: HttpRequest, obj: Venue, form: Any, change: bool) -> None:
        given = form.cleaned_data
        venues.save_venue(obj, logo=given.get("logo_file"), without_logo=given.get("without_logo", False))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)  # sorts out what was added, changed and removed
        for banner in formset.deleted_objects:
            venues.remove_banner(banner)
        for each in formset.forms:
            if each.has_changed() and each not in formset.deleted_forms:
                given = each.cleaned_data
                venues.save_banner(
                    each.instance, picture=given["picture_file"], without_picture=given["without_picture"]
                )

    def delete_model(self, request: HttpRequest, obj: Venue) -> None:
        venues.remove_venue(obj)


def shown(picture: Picture | None) -> SafeString | str:
    """The picture as players see it, small."""
    if picture is None:
        return "–"
    address = reverse("venues:picture", args=[picture.digest])
    return format_html(
        '<img src="{}" alt="" width="{}" height="{}">', address, picture.width // 2, picture.height // 2
    )
