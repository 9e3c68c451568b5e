-- 牌局: 档案里存的牌局, 晚的在前。
-- the games of the archive, the latest first.
WITH fitting AS (
    SELECT *
    FROM games
    WHERE ($player::VARCHAR IS NULL OR list_contains(players, $player::VARCHAR))
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($status::VARCHAR IS NULL OR status = $status::VARCHAR)
),
final AS (
    SELECT * FROM fitting
    ORDER BY try_cast(started AS TIMESTAMPTZ) DESC NULLS LAST, game, view, number
)
SELECT * FROM final
