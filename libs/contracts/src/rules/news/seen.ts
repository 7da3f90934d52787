import { VISIT_GAP_MS } from '../limits.ts'

/**
 * Which part of a gallery a visitor has seen (rule 119). `since` and `upTo` are points in the history of the gallery: `since` was shown
 * before this visit (null: this is the first visit), `upTo` was shown so far. `at`: server time of the last activity.
 */
export type SeenState = { since: number | null; upTo: number; at: number }

const SEEN_PATTERN = /^([0-9a-z]{0,10})-([0-9a-z]{1,10})-([0-9a-z]{1,9})$/
const formatPoint = (point: number): string => point.toString(36)
const parsePoint = (text: string): number => Number.parseInt(text, 36)

/** Formats the state for the cookie of the visitor and the column of the pick list. */
export const formatSeenState = ({ since, upTo, at }: SeenState): string =>
  `${since === null ? '' : formatPoint(since)}-${formatPoint(upTo)}-${formatPoint(at)}`

/** Returns undefined if the text is missing or invalid. */
export function parseSeenState(text: string | null | undefined): SeenState | undefined {
  const [, since, upTo, at] = SEEN_PATTERN.exec(text ?? '') ?? []
  if (since === undefined || upTo === undefined || at === undefined) return undefined
  return { since: since === '' ? null : parsePoint(since), upTo: parsePoint(upTo), at: parsePoint(at) }
}

/** Records activity. After half an hour without activity a new visit starts, in which photos added after the last shown point are new. */
export function continueVisit(seen: SeenState, now: number): SeenState {
  if (now - seen.at < VISIT_GAP_MS) return { ...seen, at: now }
  return { since: seen.upTo, upTo: seen.upTo, at: now }
}

/** Records that the visitor was shown the gallery up to the point `upTo` of its history. */
export function markShown(seen: SeenState | undefined, upTo: number, now: number): SeenState {
  if (!seen) return { since: null, upTo, at: now }
  const visit = continueVisit(seen, now)
  return { ...visit, upTo: Math.max(visit.upTo, upTo) }
}

/** Merges the states of two devices: a photo counts as seen if it was seen on either device. */
export function mergeSeenStates(first: SeenState, second: SeenState): SeenState {
  const [firstSince, secondSince] = [first.since ?? -1, second.since ?? -1]
  const latest = Math.max(firstSince, secondSince)
  return {
    since: latest < 0 ? null : latest,
    upTo: Math.max(first.upTo, second.upTo),
    at: Math.max(first.at, second.at),
  }
}
