"""AppError in its three shapes, and which of them a request gets."""

from __future__ import annotations

import json

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battle21.errors import AppError, problem, socket_error
from battle21.urls import urlpatterns as site_patterns

FULL = AppError(
    "All seats are taken. Choose another table.", code="table_full", status=409, data={"seats": 2}
)


class Api(APIView):
    permission_classes = ()

    def get(self, _request: Request, what: str) -> Response:
        if what == "refused":
            raise FULL
        return Response({})


def refuse(_request: HttpRequest) -> HttpResponse:
    raise FULL


def break_down(_request: HttpRequest) -> HttpResponse:
    raise LookupError("a fault of ours")


urlpatterns = [
    *site_patterns,
    path("refuse", refuse),
    path("break", break_down),
    path("rest/<str:what>", Api.as_view()),
]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def test_problem_has_the_members_of_rfc_9457_and_the_code() -> None:
    assert problem(FULL) == {
        "type": "urn:battle21:error:table_full",
        "title": "Table full",
        "status": 409,
        "detail": "All seats are taken. Choose another table.",
        "code": "table_full",
        "data": {"seats": 2},
    }


def test_socket_error_carries_code_sentence_and_data() -> None:
    assert socket_error(FULL) == {
        "error": {
            "code": "table_full",
            "message": "All seats are taken. Choose another table.",
            "data": {"seats": 2},
        }
    }


@pytest.mark.parametrize(
    "accept", ["application/json", "application/problem+json", "application/json, text/html;q=0.5"]
)
def test_a_program_gets_a_json_problem(client: Client, accept: str) -> None:
    response = client.get("/refuse", headers={"accept": accept})
    assert response.status_code == 409
    assert response.headers["content-type"] == "application/problem+json"
    assert json.loads(response.content)["code"] == "table_full"


@pytest.mark.parametrize("accept", ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*", ""])
def test_a_person_gets_a_page_with_the_sentence(client: Client, accept: str) -> None:
    response = client.get("/refuse", headers={"accept": accept})
    assert response.status_code == 409
    assert response.headers["content-type"].startswith("text/html")
    assert "All seats are taken. Choose another table." in response.content.decode()


def test_the_api_answers_refusals_as_problems(client: Client) -> None:
    response = client.get("/rest/refused")
    assert (response.status_code, response.headers["content-type"]) == (409, "application/problem+json")
    assert response.json()["code"] == "table_full"


def test_the_apis_own_errors_have_the_same_shape(client: Client) -> None:
    response = client.post("/rest/refused")
    assert response.status_code == 405
    assert {"type", "title", "status", "detail", "code"} <= response.json().keys()
    assert response.json()["status"] == 405


def test_a_fault_of_ours_is_not_shown_as_a_refusal(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/break", headers={"accept": "application/json"})
    assert response.status_code == 500
    assert "a fault of ours" not in response.content.decode()
