import { type FreeSlots, type JobGroup, shareSlots } from './share-slots.ts'

const head = (account: string, group = '', due = true): JobGroup => ({ account, group, due })
const free = (total: number, { perAccount = 100, perGroup = 100 } = {}): FreeSlots => ({
  total,
  ofAccount: () => perAccount,
  ofGroup: () => perGroup,
})
const counts = (heads: JobGroup[], slots: FreeSlots) =>
  Object.fromEntries(shareSlots(heads, slots).shares.map(({ account, group, count }) => [account + group, count]))

it('accounts receive slots round-robin, and the next call can start after the one that received the last slot', () => {
  const heads = [head('ada'), head('bob'), head('cleo')]
  expect(counts(heads, free(6))).toEqual({ ada: 2, bob: 2, cleo: 2 })
  expect(shareSlots(heads, free(2)).stoppedAt).toBe('bob')
  expect(shareSlots(heads, free(4)).stoppedAt).toBe('ada')
})

it('accounts and groups never exceed their limits, even if slots remain free', () => {
  const heads = [head('ada', 'slow.test'), head('ada', 'quick.test'), head('bob', 'slow.test')]
  const { shares, stoppedAt } = shareSlots(heads, free(100, { perAccount: 5, perGroup: 3 }))
  expect(shares.map(({ account, group, count }) => [account, group, count])).toEqual([
    ['ada', 'slow.test', 1],
    ['bob', 'slow.test', 2],
    ['ada', 'quick.test', 3],
  ])
  expect(stoppedAt).toBeUndefined()
})

it('an account with twenty groups receives no more slots than an account with one', () => {
  const many = Array.from({ length: 20 }, (_, n) => head('ada', `${n}.test`))
  expect(counts([...many, head('bob')], free(6))['bob']).toBe(3)
})

it('an account without a due job receives no slot', () => {
  expect(counts([head('ada', '', false), head('bob')], free(2))).toEqual({ bob: 2 })
})
