"""复盘评点: what else could have been played, by what a seat knew when it chose."""
