import { VISIT_GAP_MS } from '../limits.ts'
import { parseSeenState, type SeenState, mergeSeenStates, markShown, continueVisit, formatSeenState } from './seen.ts'

const VISIT_START = 1_800_000_000_000
const NEXT_VISIT_START = VISIT_START + VISIT_GAP_MS

it('rule 119 a first visit has no earlier point, even after reloading the page', () => {
  const first = markShown(undefined, 10, VISIT_START)
  expect(first).toEqual({ since: null, upTo: 10, at: VISIT_START })
  expect(markShown(first, 12, VISIT_START + VISIT_GAP_MS - 1)).toMatchObject({ since: null, upTo: 12 })
})

it('rule 119 the next visit starts after half an hour without activity, at the end of the previous one', () => {
  const back = markShown(markShown(undefined, 10, VISIT_START), 15, NEXT_VISIT_START)
  expect(back).toEqual({ since: 10, upTo: 15, at: NEXT_VISIT_START })
  expect(markShown(back, 17, NEXT_VISIT_START + 60_000)).toMatchObject({ since: 10, upTo: 17 })
})

it('rule 119 photos added during a visit and not shown are new for the next visit', () => {
  const continued = continueVisit(markShown(undefined, 10, VISIT_START), VISIT_START + 60_000)
  expect(continued).toEqual({ since: null, upTo: 10, at: VISIT_START + 60_000 })
  expect(continueVisit(continued, continued.at + VISIT_GAP_MS)).toMatchObject({ since: 10, upTo: 10 })
})

it('rule 119 ignores a late response with an older point', () => {
  expect(markShown({ since: 3, upTo: 10, at: VISIT_START }, 8, VISIT_START)).toMatchObject({ since: 3, upTo: 10 })
})

it('rule 120 merges two devices to what either has seen, in any order', () => {
  const [phone, desktop]: [SeenState, SeenState] = [
    { since: null, upTo: 20, at: VISIT_START },
    { since: 10, upTo: 12, at: VISIT_START - 5 },
  ]
  expect(mergeSeenStates(phone, desktop)).toEqual({ since: 10, upTo: 20, at: VISIT_START })
  expect(mergeSeenStates(desktop, phone)).toEqual(mergeSeenStates(phone, desktop))
  expect(mergeSeenStates(phone, phone)).toEqual(phone)
})

it('reads what it has written and rejects other text', () => {
  for (const seen of [
    { since: null, upTo: 0, at: VISIT_START },
    { since: 0, upTo: 2 ** 50, at: VISIT_START },
  ])
    expect(parseSeenState(formatSeenState(seen))).toEqual(seen)
  const invalidTexts = [undefined, null, '', '-', '--', '1-2', '1-2-3-4', 'A-B-C', '1-2-3 ', `1-${'z'.repeat(11)}-1`]
  for (const text of invalidTexts) expect(parseSeenState(text)).toBeUndefined()
})
