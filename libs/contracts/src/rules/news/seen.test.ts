import { VISIT_GAP_MS } from '../limits.ts'
import { readSeen, type Seen, mergeSeen, markShown, continueVisit, writeSeen } from './seen.ts'

const T = 1_800_000_000_000
const NEXT = T + VISIT_GAP_MS

it('rule 119 a first visit has nothing before it, however often the page is loaded', () => {
  const first = markShown(undefined, 10, T)
  expect(first).toEqual({ since: null, upTo: 10, at: T })
  expect(markShown(first, 12, T + VISIT_GAP_MS - 1)).toMatchObject({ since: null, upTo: 12 })
})

it('rule 119 the next visit begins after half an hour without her, where the one before ended', () => {
  const back = markShown(markShown(undefined, 10, T), 15, NEXT)
  expect(back).toEqual({ since: 10, upTo: 15, at: NEXT })
  expect(markShown(back, 17, NEXT + 60_000)).toMatchObject({ since: 10, upTo: 17 })
})

it('rule 119 what came while she looked, and was not shown, is news to the next visit', () => {
  const heard = continueVisit(markShown(undefined, 10, T), T + 60_000)
  expect(heard).toEqual({ since: null, upTo: 10, at: T + 60_000 })
  expect(continueVisit(heard, heard.at + VISIT_GAP_MS)).toMatchObject({ since: 10, upTo: 10 })
})

it('rule 119 an older answer that comes late takes nothing back', () => {
  expect(markShown({ since: 3, upTo: 10, at: T }, 8, T)).toMatchObject({ since: 3, upTo: 10 })
})

it('rule 120 of two devices the one that has seen more counts, in either order', () => {
  const [phone, desk]: [Seen, Seen] = [
    { since: null, upTo: 20, at: T },
    { since: 10, upTo: 12, at: T - 5 },
  ]
  expect(mergeSeen(phone, desk)).toEqual({ since: 10, upTo: 20, at: T })
  expect(mergeSeen(desk, phone)).toEqual(mergeSeen(phone, desk))
  expect(mergeSeen(phone, phone)).toEqual(phone)
})

it('is written and read as it is, and nothing else is read', () => {
  for (const seen of [
    { since: null, upTo: 0, at: T },
    { since: 0, upTo: 2 ** 50, at: T },
  ])
    expect(readSeen(writeSeen(seen))).toEqual(seen)
  const wrong = [undefined, null, '', '-', '--', '1-2', '1-2-3-4', 'A-B-C', '1-2-3 ', `1-${'z'.repeat(11)}-1`]
  for (const written of wrong) expect(readSeen(written)).toBeUndefined()
})
