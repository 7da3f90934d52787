/** `limit` calls per window. */
export type Limit = { limit: number; windowSeconds: number }
/** In seconds from now: until when what was taken counts, before and after this taking. */
export type Taken = { before: number; after: number }

/** Postgres keeps times to the microsecond, of which each taking may lose one. */
const SLACK = 1e-3

/** The remaining calls and waiting time of a limit. */
export function allowance({ limit, windowSeconds }: Limit, taken: Taken) {
  // more may be given back than was still counted
  const [before, after] = [taken.before, Math.max(0, taken.after)]
  const each = windowSeconds / limit
  const room = (windowSeconds - after) / each
  const remaining = Math.max(0, Math.floor(room + SLACK))
  return {
    granted: Math.round((after - before) / each),
    ...{ limit, windowSeconds, remaining },
    resetMs: Math.ceil(after * 1000),
    retryMs: remaining > 0 ? 0 : Math.ceil((1 - room) * each * 1000),
  }
}
