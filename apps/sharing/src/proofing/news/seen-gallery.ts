import { readSeen, type Seen, mergeSeen, continueVisit } from '@daymark/contracts'

const OFTEN_ENOUGH_MS = 5 * 60_000

type Told = { seen: (string | null | undefined)[]; changes: number; now: number; upTo: number | undefined }

/**
 * What this visitor has seen, by all that her browser and her list know. What is ahead of the gallery belongs to another history (a
 * backup was brought back): forgotten, as if she came for the first time.
 */
export function seenBefore({ seen, changes, now, upTo }: Told): Seen {
  const known = seen.flatMap(written => readSeen(written) ?? []).filter(one => one.upTo <= changes)
  const [first, ...more] = known.map(one => continueVisit(one, now))
  const before = first ? more.reduce(mergeSeen, first) : { since: null, upTo: changes, at: now }
  if (upTo === undefined) return before
  const all = Math.min(upTo, changes)
  return mergeSeen(before, { since: all, upTo: all, at: now })
}

/** Whether a list has to learn it: not every minute only because she is still there. */
export function isNews(seen: Seen, kept: string | null): boolean {
  const before = readSeen(kept)
  if (before?.since !== seen.since || before.upTo !== seen.upTo) return true
  return seen.at - before.at > OFTEN_ENOUGH_MS
}
