import { VISIT_GAP_MS } from '../limits.ts'

/**
 * How much of a gallery a visitor has seen (rule 119), as points in the history of the gallery. `since`: point seen before this visit;
 * null: first visit. `upTo`: point shown so far. `at`: last activity by the clock of the server.
 */
export type SeenState = { since: number | null; upTo: number; at: number }

const SEEN_PATTERN = /^([0-9a-z]{0,10})-([0-9a-z]{1,10})-([0-9a-z]{1,9})$/
const formatPoint = (point: number): string => point.toString(36)
const parsePoint = (written: string): number => Number.parseInt(written, 36)

/** Opaque text for a cookie and a column. */
export const formatSeenState = ({ since, upTo, at }: SeenState): string =>
  `${since === null ? '' : formatPoint(since)}-${formatPoint(upTo)}-${formatPoint(at)}`

/** Returns undefined if the text is missing or invalid. */
export function parseSeenState(written: string | null | undefined): SeenState | undefined {
  const [, since, upTo, at] = SEEN_PATTERN.exec(written ?? '') ?? []
  if (since === undefined || upTo === undefined || at === undefined) return undefined
  return { since: since === '' ? null : parsePoint(since), upTo: parsePoint(upTo), at: parsePoint(at) }
}

/** Records activity. After half an hour without activity a new visit starts, for which everything not shown before is new. */
export function continueVisit(seen: SeenState, now: number): SeenState {
  if (now - seen.at < VISIT_GAP_MS) return { ...seen, at: now }
  return { since: seen.upTo, upTo: seen.upTo, at: now }
}

/** Records that the gallery was shown up to a point. */
export function markShown(seen: SeenState | undefined, upTo: number, now: number): SeenState {
  if (!seen) return { since: null, upTo, at: now }
  const visit = continueVisit(seen, now)
  return { ...visit, upTo: Math.max(visit.upTo, upTo) }
}

/** Merges the state of two devices: photos seen on one of them are seen. */
export function mergeSeenStates(one: SeenState, other: SeenState): SeenState {
  const [since, otherSince] = [one.since ?? -1, other.since ?? -1]
  const latest = Math.max(since, otherSince)
  return {
    since: latest < 0 ? null : latest,
    upTo: Math.max(one.upTo, other.upTo),
    at: Math.max(one.at, other.at),
  }
}
