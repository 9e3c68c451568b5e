-- 争议看码: 不合规则的局按事件的码, 有争议的局按第一个报错的: 皇帝、侍卫、名次、得分; 全体是所有的局 (of_games)。
-- illegal games by the code of the event, disputed ones by the first claim that is wrong - emperor, guard, places, scores; of all games (of_games).
WITH chosen AS (
    SELECT * FROM counted WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
wrong AS (  -- a claim that can be true has settled what it says
    SELECT status, CASE
        WHEN status = 'illegal' THEN code
        WHEN said & 1 > 0 AND claim[1] IS DISTINCT FROM emperor THEN 'emperor'
        WHEN said & 2 > 0 AND claim[2] IS DISTINCT FROM guard THEN 'guard'
        WHEN said & 4 > 0 AND claim[3:7] IS DISTINCT FROM places THEN 'places'
        ELSE 'scores'
    END AS code
    FROM chosen WHERE status IN ('illegal', 'disputed')
),
whole AS (
    SELECT count(*) AS of_games FROM chosen
),
final AS (
    SELECT
        status, code,
        count(*) AS games,
        of_games,
        percent(games, of_games) AS percent
    FROM wrong CROSS JOIN whole
    GROUP BY status, code, of_games
    ORDER BY games DESC, status, code
)
SELECT * FROM final
