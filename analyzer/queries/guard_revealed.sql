-- 侍卫何时公开: 桌上先凭什么知道谁是侍卫 - 声明、独保、造反、出了侍卫的牌, 还是到终局也不知道 - 在第几个事件、第几轮; 全体是打完而有皇帝的局 (of_games)。
-- by what the table first learns who the guard is - declared, solo, rebellion, card, or never before the end - and at which event and trick; games of the finished games with an emperor (of_games).
WITH chosen AS (
    SELECT number FROM finished
    WHERE guard IS NOT NULL AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
),
learned AS (
    SELECT number, min(seq) AS seq, arg_min(trick::INTEGER * 256 + known, seq) AS packed
    FROM plays SEMI JOIN chosen USING (number)
    WHERE known > 0 AND stands = 1 AND kind <= kind_of('pass')
    GROUP BY number
),
told AS (
    SELECT seq, packed >> 8 AS trick, packed & 255 AS known, CASE
        WHEN known IS NULL THEN 'never' WHEN known & 1 > 0 THEN 'declared' WHEN known & 2 > 0 THEN 'solo'
        WHEN known & 4 > 0 THEN 'rebellion' ELSE 'card'
    END AS how
    FROM chosen LEFT JOIN learned USING (number)
),
whole AS (
    SELECT count(*) AS of_games FROM chosen
),
final AS (
    SELECT
        how,
        count(*) AS games,
        of_games,
        percent(games, of_games) AS percent,
        min(seq) AS first_event,
        quantile_disc(seq, 0.5) AS middle_event,
        max(seq) AS last_event,
        quantile_disc(trick, 0.5) AS middle_trick
    FROM told CROSS JOIN whole
    GROUP BY how, of_games
    ORDER BY games DESC, how
)
SELECT * FROM final
