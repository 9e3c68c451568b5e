-- 牌风: 一个人各身份和总共胜、平、负几局, percent 是有胜负或平局的局 (of_decided) 里胜的; 打完的局 (of_games) 里的得分、独保、第一名; 其中手牌全知的局里有牌可出却过的次数, 全体是有牌可出的次数 (of_able)。
-- a person's games by role and in all: won, drawn, lost and percent of those with a winner or a draw (of_decided); points, solos and first places of the finished games (of_games); passes with a play in hand of the times that there was one, in those with all hands known (of_able).
WITH chosen AS (
    SELECT * FROM seats
    WHERE finished AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($person::VARCHAR IS NULL OR person = $person::VARCHAR)
),
passes AS (
    SELECT number, seat, count(*) FILTER (kind = kind_of('pass')) AS passed, count(*) AS able
    FROM plays
    WHERE kind IN (kind_of('play'), kind_of('pass')) AND stands = 1 AND able = 1 AND leads = 0
      AND number IN (SELECT number FROM chosen SEMI JOIN followed USING (number))
    GROUP BY number, seat
),
final AS (
    SELECT
        person,
        CASE WHEN grouping(role) = 1 THEN 'all' ELSE coalesce(role, 'none') END AS role,
        count(*) FILTER (outcome = 'won') AS won,
        count(*) FILTER (outcome = 'draw') AS drawn,
        count(*) FILTER (outcome = 'lost') AS lost,
        count(outcome) AS of_decided,
        percent(won, of_decided) AS percent,
        sum(score)::BIGINT AS points,
        count(*) FILTER (role = 'emperor' AND solo IS NOT NULL) AS solos,
        count(*) FILTER (place = 1) AS first,
        count(*) AS of_games,
        coalesce(sum(passed), 0)::BIGINT AS passed,
        coalesce(sum(able), 0)::BIGINT AS of_able
    FROM chosen LEFT JOIN passes USING (number, seat)
    GROUP BY GROUPING SETS ((person, role), (person))
    ORDER BY person, role
)
SELECT * FROM final
