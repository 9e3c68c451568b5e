-- 最长的轮: 出牌手数最多的十轮: 谁领出, 谁收轮, 从第几个事件起; 全体是打完的局的所有轮 (of_tricks)。
-- the tricks with the most plays, ten of them: who led, who closed, and from which event on; of all tricks of the finished games (of_tricks).
WITH chosen AS (
    SELECT number, game, players FROM finished WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
lengths AS (
    SELECT nth, count(*) AS tricks  -- that have so many plays or more
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY nth
),
whole AS (
    SELECT
        coalesce(max(nth) FILTER (tricks >= coalesce($take::BIGINT, 10)), 1) AS long_enough,
        coalesce(max(tricks), 0) AS of_tricks
    FROM lengths
),
tricks AS (
    SELECT number, trick, max(nth) AS plays, arg_max(seat, nth) AS closer
    FROM plays SEMI JOIN chosen USING (number)
    WHERE stands = 1 AND nth >= (SELECT long_enough FROM whole)
    GROUP BY number, trick
),
longest AS (
    SELECT * FROM tricks JOIN chosen USING (number)
    ORDER BY plays DESC, game, trick
    LIMIT coalesce($take::BIGINT, 10)
),
heads AS (
    SELECT number, trick, seq AS event, cards_in(play) AS cards, seat AS leader
    FROM plays WHERE leads > 0 AND stands = 1 AND number IN (SELECT number FROM longest)
),
final AS (
    SELECT
        game, trick, event, plays, cards, players[leader] AS led, players[closer] AS closed,
        (SELECT of_tricks FROM whole) AS of_tricks
    FROM longest JOIN heads USING (number, trick)
    ORDER BY plays DESC, game, trick
)
SELECT * FROM final
