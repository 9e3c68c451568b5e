-- 进贡: 进贡的牌按进贡者上一局的身份和牌; 全体是所有进贡的牌 (of_cards); 在几局里有, 全体是打完的局 (of_games)。
-- cards paid as tribute, by the payer's role in the game before and by card; of all cards paid (of_cards), in how many games, of the finished games (of_games).
WITH chosen AS (
    SELECT number, previous FROM finished WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
paid AS (
    SELECT
        number,
        CASE seat WHEN previous[1] THEN 'emperor' WHEN previous[2] THEN 'guard' ELSE 'rebel' END AS payer,
        CASE WHEN bigs_in(play) > 0 THEN 'R' WHEN smalls_in(play) > 0 THEN 'B' ELSE card_in(play) END AS card,
        play
    FROM plays JOIN chosen USING (number)
    WHERE kind = kind_of('tribute') AND stands = 1
),
whole AS (
    SELECT count(*) AS of_cards, (SELECT count(*) FROM chosen) AS of_games FROM paid
),
final AS (
    SELECT
        payer, card,
        count(*) AS cards,
        of_cards,
        percent(cards, of_cards) AS percent,
        count(DISTINCT number) AS games,
        of_games
    FROM paid CROSS JOIN whole
    GROUP BY payer, card, of_cards, of_games
    ORDER BY payer, max(bigs_in(play)) DESC, max(smalls_in(play)) DESC, max(rank_in(play)) DESC
)
SELECT * FROM final
