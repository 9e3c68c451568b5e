"""看板: the dashboard - pages that show what `analyzer` computes, and compute nothing themselves.

`app` is navigation, `pages/` one file a page, `data` the cached calls into `analyzer`, `table` the table
viewer as a component, `text` every word and the one way a name becomes a label, `launch` the server.
"""
