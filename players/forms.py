from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from players.keys import AT_A_BOARD, AT_A_DEALER, TABLE_KEYS, TableKey, checked_keys
from players.models import User
from players.names import MAX_VISIBLE, clean_display_name


class GuestForm(forms.Form):
    name = forms.CharField(
        label=_("Your name at the table"),
        # Sent length is checked by the rule itself, which counts what one sees.
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
        help_text=format_lazy(_("At most {max} characters."), max=MAX_VISIBLE),
    )

    def clean_name(self) -> str:
        return clean_display_name(self.cleaned_data["name"])


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = (
            "display_name",
            "theme",
            "four_colour",
            "faces",
            "motion",
            "sound",
            "volume",
            "speech",
            "voice",
            "keys_on",
            "language",
        )
        labels = {
            "display_name": _("Your name at the table"),
            "four_colour": _("Four-colour deck"),
            "speech": _("What the table says to screen readers"),
            "voice": _("The browser’s own voice speaks it, too"),
            "keys_on": _("Keys of the table"),
        }
        help_texts = {
            "four_colour": _("Diamonds blue, clubs green: suits can be told apart at a glance."),
            "faces": _("A large index is read from afar; the other deck has kings, queens and jacks."),
            "volume": _(
                "In percent, of all sounds. Nothing sounds before you have pressed or touched something."
            ),
            "keys_on": _("One key for each action and read-out. Switch them off if they get in your way."),
            "motion": _("Reduced: cards and chips appear at once, nothing flies or flips."),
        }
        widgets = {
            "display_name": forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
            "theme": forms.RadioSelect,
            "faces": forms.RadioSelect,
            "motion": forms.RadioSelect,
            "sound": forms.RadioSelect,
            "speech": forms.RadioSelect,
            "volume": forms.NumberInput(attrs={"type": "range", "min": "0", "max": "100", "step": "5"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [("", _("As the browser asks")), *settings.LANGUAGES]
        self.fields["language"] = forms.ChoiceField(choices=languages, label=_("Language"), required=False)

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"])


class KeysForm(forms.Form):
    """The key for each thing a key can do at a table."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in TABLE_KEYS:
            # What was typed is judged by the rule of keys itself, which has a sentence for it.
            widget = forms.TextInput(
                attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "size": "5"}
            )
            self.fields[key.name] = forms.CharField(label=self._label(key), required=False, widget=widget)

    @staticmethod
    def _label(key: TableKey) -> str:
        if key.tables == AT_A_DEALER:
            return _("At a dealer’s table: %(what)s") % {"what": key.text}
        if key.tables == AT_A_BOARD:
            return _("At a poker table: %(what)s") % {"what": key.text}
        return str(key.text)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        checked_keys(values)
        return values
