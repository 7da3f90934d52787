import { VISIT_GAP_MS } from '../limits.ts'
import { parseSeenState, type SeenState, mergeSeenStates, markShown, continueVisit, formatSeenState } from './seen.ts'

const T = 1_800_000_000_000
const NEXT = T + VISIT_GAP_MS

it('rule 119 a first visit has no earlier point, even after reloading the page', () => {
  const first = markShown(undefined, 10, T)
  expect(first).toEqual({ since: null, upTo: 10, at: T })
  expect(markShown(first, 12, T + VISIT_GAP_MS - 1)).toMatchObject({ since: null, upTo: 12 })
})

it('rule 119 the next visit starts after half an hour without activity, at the end of the previous one', () => {
  const back = markShown(markShown(undefined, 10, T), 15, NEXT)
  expect(back).toEqual({ since: 10, upTo: 15, at: NEXT })
  expect(markShown(back, 17, NEXT + 60_000)).toMatchObject({ since: 10, upTo: 17 })
})

it('rule 119 photos added during a visit and not shown are new for the next visit', () => {
  const heard = continueVisit(markShown(undefined, 10, T), T + 60_000)
  expect(heard).toEqual({ since: null, upTo: 10, at: T + 60_000 })
  expect(continueVisit(heard, heard.at + VISIT_GAP_MS)).toMatchObject({ since: 10, upTo: 10 })
})

it('rule 119 ignores a late response with an older point', () => {
  expect(markShown({ since: 3, upTo: 10, at: T }, 8, T)).toMatchObject({ since: 3, upTo: 10 })
})

it('rule 120 merges two devices to what either has seen, in any order', () => {
  const [phone, desk]: [SeenState, SeenState] = [
    { since: null, upTo: 20, at: T },
    { since: 10, upTo: 12, at: T - 5 },
  ]
  expect(mergeSeenStates(phone, desk)).toEqual({ since: 10, upTo: 20, at: T })
  expect(mergeSeenStates(desk, phone)).toEqual(mergeSeenStates(phone, desk))
  expect(mergeSeenStates(phone, phone)).toEqual(phone)
})

it('reads what it has written and rejects other text', () => {
  for (const seen of [
    { since: null, upTo: 0, at: T },
    { since: 0, upTo: 2 ** 50, at: T },
  ])
    expect(parseSeenState(formatSeenState(seen))).toEqual(seen)
  const wrong = [undefined, null, '', '-', '--', '1-2', '1-2-3-4', 'A-B-C', '1-2-3 ', `1-${'z'.repeat(11)}-1`]
  for (const written of wrong) expect(parseSeenState(written)).toBeUndefined()
})
