from django.urls import path

from games import book_views, chip_views, joining_views, lobby_views, opening_views, solo_views, table_views

app_name = "games"
urlpatterns = [
    path("", lobby_views.home, name="lobby"),
    path("lobby/", lobby_views.lobby_part, name="lobby_part"),
    path("play/", opening_views.practice, name="practice"),
    path("play/ranked/", chip_views.ranked, name="ranked"),
    path("chips/", chip_views.take_chips, name="take_chips"),
    path("tables/new/", opening_views.new_table, name="new_table"),
    path("alone/<slug:key>/", solo_views.alone, name="alone"),
    path("t/<slug:public_id>/", table_views.table, name="table"),
    path("t/<slug:public_id>/join/", joining_views.join, name="join"),
    path("t/<slug:public_id>/begin/", table_views.begin, name="begin"),
    path("t/<slug:public_id>/leave/", table_views.leave, name="leave"),
    path("t/<slug:public_id>/price/", table_views.price, name="price"),
    path("t/<slug:public_id>/rematch/", table_views.rematch, name="rematch"),
    path("i/<slug:invitation>/", joining_views.invitation, name="invitation"),
    path("i/<slug:invitation>/qr.svg", joining_views.invitation_code, name="invitation_code"),
    path("wallet/", book_views.wallet, name="wallet"),
    path("wallet/order/", book_views.order_currencies, name="order_currencies"),
    path("wallet/statement/", book_views.statement, name="statement"),
    path("wallet/statement.csv", book_views.statement_file, name="statement_file"),
    path("matches/", book_views.matches, name="matches"),
    path("matches/<slug:public_id>/", book_views.match, name="match"),
    path("matches/<slug:public_id>/settlement/", book_views.settlement, name="settlement"),
    path("matches/<slug:public_id>/settled/", book_views.settled_part, name="settled_part"),
    path("matches/<slug:public_id>/hands/<int:number>/", book_views.hand_numbered, name="hand_numbered"),
    path("hands/<slug:public_id>/", book_views.hand, name="hand"),
    path("hands/<slug:public_id>/replay/", book_views.replay, name="replay"),
    path("hands/<slug:public_id>.json", book_views.hand_file, name="hand_file"),
    path("hands/<slug:public_id>/history.<slug:ending>", book_views.history_file, name="history_file"),
    path(
        "matches/<slug:public_id>/hands.<slug:ending>",
        book_views.histories_file,
        name="histories_file",
    ),
    path("games/<slug:key>/", lobby_views.rules, name="rules"),
]
