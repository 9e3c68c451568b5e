-- 概况: one row about the whole archive: how many games, players, rulesets, and the first and the last day.
WITH named AS (
    SELECT DISTINCT unnest(players) AS player FROM games
),
final AS (
    SELECT
        count(*) AS games,
        (SELECT list(player ORDER BY player) FROM named) AS players,
        list(DISTINCT ruleset ORDER BY ruleset) AS rulesets,
        min(left(started, 10)) AS first,
        max(left(started, 10)) AS last
    FROM games
)
SELECT * FROM final
