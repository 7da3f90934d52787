/** Limits of pick lists (rule 101). */
export const PICK_LIMITS = {
  /** Lists per link. Once half of `lists` exist, only `newPerNetwork` lists can be created from one network in 15 minutes. */
  lists: 1000,
  newPerNetwork: 20,
  /** Largest number that a link can set as the minimum or maximum number of picks. */
  max: 5000,
  perCall: 100,
  /** Photos that the pick filter of an album page can return. */
  ofAlbum: 10_000,
  name: 80,
  note: 500,
  deadline: 120,
} as const

/** `picked` means approved if the link asks for a review. */
export const CHOICES = ['none', 'picked', 'rejected'] as const
export type Choice = (typeof CHOICES)[number]

/** Choice and note of a visitor for one photo, each with the stamp of its last change (adr/0033). */
export type PickState = { choice: Choice; choiceAt: string; note: string; noteAt: string }

export const NO_PICK: PickState = { choice: 'none', choiceAt: '', note: '', noteAt: '' }

/** Merges two states of one pick. For choice and note separately, the later change wins. The result is independent of order and repetition. */
export function mergePick(a: PickState, b: PickState): PickState {
  const choice = b.choiceAt > a.choiceAt ? b : a
  const note = b.noteAt > a.noteAt ? b : a
  return { choice: choice.choice, choiceAt: choice.choiceAt, note: note.note, noteAt: note.noteAt }
}

/** A stamp: milliseconds, counter and device. Sorting stamps as text sorts them by time. */
export const STAMP_PATTERN = /^\d{13}-[0-9a-z]{4}-[0-9a-z]{8}$/
const MAX_STAMP_MS = 9_999_999_999_999
const MAX_STAMP_COUNT = 36 ** 4 - 1

/** Returns the next stamp of a hybrid logical clock. It is later than `last`, the latest stamp that this device has seen. */
export function nextStamp(last: string, nowMs: number, device: string): string {
  const [lastMs, count] = STAMP_PATTERN.test(last)
    ? [Number(last.slice(0, 13)), parseInt(last.slice(14, 18), 36)]
    : [0, 0]
  const now = Math.min(Math.max(Math.trunc(nowMs), 0), MAX_STAMP_MS)
  if (now > lastMs) return formatStamp(now, 0, device)
  if (count < MAX_STAMP_COUNT) return formatStamp(lastMs, count + 1, device)
  return formatStamp(Math.min(lastMs + 1, MAX_STAMP_MS), 0, device)
}

const formatStamp = (ms: number, count: number, device: string): string =>
  `${String(ms).padStart(13, '0')}-${count.toString(36).padStart(4, '0')}-${device}`

export type PickSettings = {
  minimum: number | null
  maximum: number | null
  review: boolean
  notes: boolean
  deadline: string
}

/** Returns why a list with this number of picks cannot be sent, or undefined if it can. */
export function findPickProblem(picked: number, { minimum, maximum }: Pick<PickSettings, 'minimum' | 'maximum'>) {
  if (maximum !== null && picked > maximum) return `Choose at most ${countPhotos(maximum)}: ${picked - maximum} fewer.`

  if (minimum !== null && picked < minimum) return `Choose at least ${countPhotos(minimum)}: ${minimum - picked} more.`
  return undefined
}

const countPhotos = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`)
