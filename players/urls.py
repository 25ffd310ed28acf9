from django.urls import path

from players import views

app_name = "players"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/keys/", views.table_keys, name="keys"),
    path("language/", views.language, name="language"),
    path("preferences/keys/switch/", views.switch_keys, name="switch_keys"),
    path("preferences/speech/switch/", views.switch_speech, name="switch_speech"),
    path("demo/become/", views.become, name="become"),
    path("demo/staff/<str:token>/", views.staff_link, name="staff_link"),
]
