-- 战绩: 一个人打完的局 (of_games) 按身份和玩法: 有胜负或平局的局 (of_decided) 里胜、平、负几局, 得多少分, 各名次几次; 没有侍卫的皇帝身份是 solo, 没有身份的是 none。
-- a person's finished games (of_games) by role and ruleset: won, drawn, lost of those with a winner or a draw (of_decided), points, and how often in which place; an emperor without a guard has the role solo, who had none the role none.
WITH chosen AS (
    SELECT *, CASE WHEN role = 'emperor' AND solo IS NOT NULL THEN 'solo' ELSE coalesce(role, 'none') END AS cast_as
    FROM seats
    WHERE finished AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($person::VARCHAR IS NULL OR person = $person::VARCHAR)
),
final AS (
    SELECT
        person,
        cast_as AS role,
        ruleset,
        count(*) FILTER (outcome = 'won') AS won,
        count(*) FILTER (outcome = 'draw') AS drawn,
        count(*) FILTER (outcome = 'lost') AS lost,
        count(outcome) AS of_decided,
        sum(score)::BIGINT AS points,
        count(*) FILTER (place = 1) AS first,
        count(*) FILTER (place = 2) AS second,
        count(*) FILTER (place = 3) AS third,
        count(*) FILTER (place = 4) AS fourth,
        count(*) FILTER (place = 5) AS fifth,
        count(*) FILTER (place = 0) AS unplaced,
        count(*) AS of_games
    FROM chosen
    GROUP BY person, cast_as, ruleset
    ORDER BY person, cast_as, ruleset
)
SELECT * FROM final
