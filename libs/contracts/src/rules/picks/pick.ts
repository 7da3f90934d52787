/** `picked` where a link only asks for picks; where it asks to decide, approved. */
export const CHOICES = ['none', 'picked', 'rejected'] as const
export type Choice = (typeof CHOICES)[number]

/** What a visitor said of one photo: two values, each with the stamp of when it was said (adr/0033). */
export type PickState = { choice: Choice; choiceAt: string; note: string; noteAt: string }

export const NO_PICK: PickState = { choice: 'none', choiceAt: '', note: '', noteAt: '' }

/** The later one of each value wins, so that any order, and any number of repetitions, ends in the same. */
export function mergePick(a: PickState, b: PickState): PickState {
  const choice = b.choiceAt > a.choiceAt ? b : a
  const note = b.noteAt > a.noteAt ? b : a
  return { choice: choice.choice, choiceAt: choice.choiceAt, note: note.note, noteAt: note.noteAt }
}

/** Milliseconds, a counter and the device: as text in the order of their time. */
export const STAMP = /^\d{13}-[0-9a-z]{4}-[0-9a-z]{8}$/
const MOST_MS = 9_999_999_999_999
const MOST_COUNT = 36 ** 4 - 1

/**
 * The stamp of what is said now, on a hybrid logical clock: later than `last`, the latest one this device has seen, however its own
 * clock goes.
 */
export function nextStamp(last: string, nowMs: number, device: string): string {
  const [lastMs, count] = STAMP.test(last) ? [Number(last.slice(0, 13)), parseInt(last.slice(14, 18), 36)] : [0, 0]
  const now = Math.min(Math.max(Math.trunc(nowMs), 0), MOST_MS)
  if (now > lastMs) return stampOf(now, 0, device)
  if (count < MOST_COUNT) return stampOf(lastMs, count + 1, device)
  return stampOf(Math.min(lastMs + 1, MOST_MS), 0, device)
}

const stampOf = (ms: number, count: number, device: string): string =>
  `${String(ms).padStart(13, '0')}-${count.toString(36).padStart(4, '0')}-${device}`

export type PickSettings = {
  minimum: number | null
  maximum: number | null
  review: boolean
  notes: boolean
  deadline: string
}

/** Why a list of so many picks cannot be sent yet; undefined: it can. */
export function pickProblem(picked: number, { minimum, maximum }: Pick<PickSettings, 'minimum' | 'maximum'>) {
  if (maximum !== null && picked > maximum) return `Choose at most ${photos(maximum)}: ${picked - maximum} fewer.`

  if (minimum !== null && picked < minimum) return `Choose at least ${photos(minimum)}: ${minimum - picked} more.`
  return undefined
}

const photos = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`)
