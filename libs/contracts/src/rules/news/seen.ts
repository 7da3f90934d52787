import { VISIT_GAP_MS } from '../limits.ts'

/**
 * How much of a gallery a visitor has seen (rule 119): points in the gallery's own history, which grows with whatever it shows, and the
 * server's clock, never hers. `since`: how far she had seen it when this visit began; null: it is her first. `upTo`: how far she was
 * shown it by now. `at`: when she was last heard of.
 */
export type Seen = { since: number | null; upTo: number; at: number }

const SHAPE = /^([0-9a-z]{0,10})-([0-9a-z]{1,10})-([0-9a-z]{1,9})$/
const text = (point: number): string => point.toString(36)
const point = (written: string): number => Number.parseInt(written, 36)

/** As a cookie and a column carry it; it means nothing to whoever keeps it. */
export const writeSeen = ({ since, upTo, at }: Seen): string =>
  `${since === null ? '' : text(since)}-${text(upTo)}-${text(at)}`

/** Undefined where there is none, or somebody made it up. */
export function readSeen(written: string | null | undefined): Seen | undefined {
  const [, since, upTo, at] = SHAPE.exec(written ?? '') ?? []
  if (since === undefined || upTo === undefined || at === undefined) return undefined
  return { since: since === '' ? null : point(since), upTo: point(upTo), at: point(at) }
}

/** She is heard of. After half an hour without her it is the next visit, to which all is news that she was not shown before. */
export function continueVisit(seen: Seen, now: number): Seen {
  if (now - seen.at < VISIT_GAP_MS) return { ...seen, at: now }
  return { since: seen.upTo, upTo: seen.upTo, at: now }
}

/** The gallery was shown to her as it is at this point. */
export function markShown(seen: Seen | undefined, upTo: number, now: number): Seen {
  if (!seen) return { since: null, upTo, at: now }
  const visit = continueVisit(seen, now)
  return { ...visit, upTo: Math.max(visit.upTo, upTo) }
}

/** What two of her devices know of the same gallery: whatever one has seen she has. */
export function mergeSeen(one: Seen, other: Seen): Seen {
  const [since, otherSince] = [one.since ?? -1, other.since ?? -1]
  const latest = Math.max(since, otherSince)
  return {
    since: latest < 0 ? null : latest,
    upTo: Math.max(one.upTo, other.upTo),
    at: Math.max(one.at, other.at),
  }
}
