/** What `startTracing` has to record for it. */
export const TASKS = { categories: ['toplevel', 'blink.user_timing'] }

/** Of the page since it set this mark, in ms of processor time: what else the machine does is not the page's. */
export function longestTask(trace, mark) {
  const since = trace.find(({ name }) => name === mark)
  const tasks = trace.filter(
    ({ name, pid, tid, ts }) => name.endsWith('RunTask') && pid === since.pid && tid === since.tid && ts >= since.ts,
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
