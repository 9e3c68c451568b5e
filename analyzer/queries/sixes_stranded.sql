-- 剩六: 打完时手里还剩的 6, 全体是发出的 6 (of_sixes); 剩着 6 的座位, 全体是发到 6 的座位 (of_seats); 按玩法, 只数手牌全知的打完的局 (of_games)。
-- 6s still in a hand when the game was over, of the 6s dealt (of_sixes), and the seats left with one, of the seats that were dealt one (of_seats); by ruleset; in the finished games with all hands known (of_games).
WITH chosen AS (
    SELECT number, ruleset FROM followed WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
held AS (
    SELECT
        number,
        max(held_sixes) FILTER (kind = kind_of('deal')) AS dealt,
        arg_max(held_sixes, seq) AS stranded
    FROM plays SEMI JOIN chosen USING (number)
    WHERE stands = 1 AND kind IN (kind_of('deal'), kind_of('play'))
    GROUP BY number
),
seated AS (
    SELECT ruleset, number, held(dealt, seat) AS dealt, held(stranded, seat) AS stranded
    FROM chosen JOIN held USING (number) CROSS JOIN (SELECT unnest([1, 2, 3, 4, 5]) AS seat)
),
final AS (
    SELECT
        ruleset,
        sum(stranded)::BIGINT AS sixes,
        sum(dealt)::BIGINT AS of_sixes,
        percent(sixes, of_sixes) AS percent,
        count(*) FILTER (stranded > 0) AS seats,
        count(*) FILTER (dealt > 0) AS of_seats,
        count(DISTINCT number) AS of_games
    FROM seated
    GROUP BY ruleset
    ORDER BY ruleset
)
SELECT * FROM final
