-- 判词: 各玩法有多少局是哪种判词, 不合规则的是哪个码。
-- how many games of each ruleset have which verdict and, where illegal, which code.
WITH counted AS (
    SELECT ruleset, status, code, count(*) AS games
    FROM games
    WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
    GROUP BY ruleset, status, code
),
final AS (
    SELECT * FROM counted
    ORDER BY ruleset, games DESC, status, code NULLS FIRST
)
SELECT * FROM final
