-- 概况: 整个档案的一行: 多少局, 有哪些名字, 他们是哪些人, 有哪些玩法, 最早和最晚的一天。
-- one row about the whole archive: how many games, the players and the persons that they are, the rulesets, the first day and the last.
WITH final AS (
    SELECT
        count(*) AS games,
        (SELECT list(player ORDER BY player) FROM (SELECT DISTINCT unnest(players) AS player FROM games)) AS players,
        (SELECT list(DISTINCT person ORDER BY person) FROM seats) AS persons,
        list(DISTINCT ruleset ORDER BY ruleset) AS rulesets,
        min(left(started, 10)) AS first,
        max(left(started, 10)) AS last
    FROM games
)
SELECT * FROM final
