/** Options of `startTracing` that this needs. */
export const TASKS = { categories: ['toplevel', 'blink.user_timing'] }

/** The longest task of the page since this mark, in ms of processor time, so that other load does not matter. */
export function longestTask(trace, mark) {
  const since = trace.find(({ name }) => name === mark)
  const tasks = trace.filter(
    ({ name, pid, tid, ts }) => name.endsWith('RunTask') && pid === since.pid && tid === since.tid && ts >= since.ts,
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
