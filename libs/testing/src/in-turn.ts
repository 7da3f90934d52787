/**
 * What of a matrix this run takes: every n-th of its rows, the next ones in the next turn (tools/runner/turn.mjs), and never nothing.
 * A test that is run by itself has no turn and takes them all. For what another test proves too, or what has many rows of a kind.
 */
export function inTurn<T>(rows: readonly T[], turns: number): T[] {
  const turn = process.env['DAYMARK_TEST_TURN']
  const parts = Math.min(turns, rows.length)
  return turn ? rows.filter((_, n) => n % parts === Number(turn) % parts) : [...rows]
}
