-- 独保看牌: 按第一手牌之前皇帝手里的王, 另按手里的 2, 独保各胜几局; percent 是有胜负或平局的 (of_decided) 里胜的, points 是所有这些局 (of_games) 的得分; 皇帝的手牌不知道的, held 为空。
-- solos won by what the emperor held before the first play: by its jokers and, apart, by its 2s; percent is won of the solos with a winner or a draw that had so many (of_decided), points of all of them (of_games); held is null where the emperor's hand is hidden.
WITH chosen AS (
    SELECT number, emperor, solo, winner, scores[emperor] AS score FROM finished
    WHERE solo IS NOT NULL AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($solo::VARCHAR IS NULL OR solo = $solo::VARCHAR)
),
before AS (
    SELECT number, arg_max(held_jokers, seq) AS jokers, arg_max(held_twos, seq) AS twos
    FROM plays SEMI JOIN chosen USING (number)
    WHERE stands = 1 AND kind <= kind_of('declare')
    GROUP BY number
),
holdings AS (
    SELECT chosen.*, 'jokers' AS card, held(jokers, emperor) AS held FROM chosen JOIN before USING (number)
    UNION ALL SELECT chosen.*, 'twos', held(twos, emperor) FROM chosen JOIN before USING (number)
),
final AS (
    SELECT
        solo, card, held,
        count(*) FILTER (winner = 'emperor') AS won,
        count(winner) AS of_decided,
        percent(won, of_decided) AS percent,
        sum(score)::BIGINT AS points,
        count(*) AS of_games
    FROM holdings
    GROUP BY solo, card, held
    ORDER BY solo, card, held
)
SELECT * FROM final
