"""What every read-only page for staff must hold, and a count of its queries."""

from __future__ import annotations

import html
import re
from typing import Any

from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.models import User


def superuser() -> User:
    return User.objects.create_user("sam", display_name="Sam", is_staff=True, is_superuser=True)


def support(*permissions: str) -> User:
    """Staff with these permissions ("games.view_table") and no others."""
    user = User.objects.create_user("sue", display_name="Sue", is_staff=True)
    for name in permissions:
        app, codename = name.split(".")
        user.user_permissions.add(Permission.objects.get(content_type__app_label=app, codename=codename))
    return user


def address(model: type[Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def text_of(response: Any) -> str:
    """The page's content, entities resolved, white space made even."""
    assert response.status_code == 200
    return " ".join(html.unescape(response.content.decode()).split())


def cells(response: Any) -> list[list[str]]:
    """The rows of all tables of a page, each cell as plain text."""
    rows = re.findall(r"<tr.*?</tr>", response.content.decode(), re.DOTALL)
    found = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in rows]
    return [
        [" ".join(html.unescape(re.sub(r"<[^>]*>", "", cell)).split()) for cell in row]
        for row in found
        if row
    ]


def refuses_all_changes(client: Client, obj: Model) -> None:
    """Adding, changing, deleting, by form or in bulk: refused, and the row is what it was."""
    model = type(obj)
    before = model._default_manager.filter(pk=obj.pk).values().get()
    assert client.get(address(model, "add")).status_code == 403
    assert client.post(address(model, "add"), {}).status_code == 403
    assert client.post(address(model, "change", obj.pk), {"reason": "x"}).status_code == 403
    assert client.get(address(model, "delete", obj.pk)).status_code == 403
    assert client.post(address(model, "delete", obj.pk), {"post": "yes"}).status_code == 403
    bulk = {"action": "delete_selected", "_selected_action": [str(obj.pk)], "post": "yes"}
    client.post(address(model, "changelist"), bulk)
    assert model._default_manager.filter(pk=obj.pk).values().get() == before


def shows_no_way_to_change(client: Client, obj: Model) -> None:
    """List and page open, and offer no form field of the row, no button, no action."""
    model = type(obj)
    listed = text_of(client.get(address(model, "changelist")))
    assert "delete_selected" not in listed
    assert address(model, "add") not in listed
    page = text_of(client.get(address(model, "change", obj.pk)))
    assert not re.search(r'name="(_save|_continue|_addanother)"', page)
    assert address(model, "delete", obj.pk) not in page


def queries_of(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)
