/**
 * Every n-th row of a large table in `npm test`; all of them in `npm run test:all` and when a file is run by itself. For tables whose
 * rows are many of a kind, or that another test proves as well.
 */
export const sample = <T>(rows: readonly T[], n: number): T[] =>
  process.env['DAYMARK_TEST_SAMPLE'] ? rows.filter((_, at) => at % Math.min(n, rows.length) === 0) : [...rows]
