"""A replay's pages, pictures and files, below its game."""

from django.urls import path

from games.web.replay import files, pictures, replay

urlpatterns = [
    path("", replay.newest_moment, name="replay"),
    path("<int:version>/", replay.moment, name="replay-moment"),
    path("<int:version>/frames.<str:language>.json", files.frames, name="replay-frames"),
    path("<int:version>/card.png", pictures.card, name="replay-card"),
    *(
        path(
            f"<int:version>/board{'-night' if night else ''}.{ending}",
            pictures.board,
            {"night": night, "ending": ending},
            name=f"replay-{'night' if night else 'day'}-{ending}",
        )
        for night in (False, True)
        for ending in ("svg", "png")
    ),
    path("moving.gif", pictures.animation, name="replay-moving"),
    path("sheet.txt", files.sheet_text, name="replay-text"),
    path("sheet.csv", files.sheet_csv, name="replay-table"),
]
