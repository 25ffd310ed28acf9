"""Addresses of venues. Included last: whatever this site itself has under an address comes before them."""

from django.urls import path

from players import venue_views

app_name = "venues"
urlpatterns = [
    path("pictures/<slug:digest>.webp", venue_views.picture, name="picture"),
    path("venue/leave/", venue_views.leave, name="leave"),
    path("<slug:prefix>/", venue_views.door, name="door"),
]
