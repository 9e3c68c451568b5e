-- 最长的轮: the tricks with the most plays, ten of them: who led, who closed, and from which event on; of all tricks (of_tricks).
-- ruleset: its name; take: how many.
WITH chosen AS (
    SELECT number, game, players FROM followed WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
tricks AS (
    SELECT
        number, trick,
        count(*) AS plays, min(seq) AS event, cards_in(any_value(play)) AS cards,
        arg_min(seat, seq) AS leader, arg_max(seat, seq) AS closer
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY number, trick
),
longest AS (
    SELECT *, (SELECT count(*) FROM tricks) AS of_tricks
    FROM tricks JOIN chosen USING (number)
    ORDER BY plays DESC, game, trick
    LIMIT coalesce($take::BIGINT, 10)
),
final AS (
    SELECT game, trick, event, plays, cards, players[leader] AS led, players[closer] AS closed, of_tricks
    FROM longest
    ORDER BY plays DESC, game, trick
)
SELECT * FROM final
