import { type FreeSlots, type JobGroup, shareSlots } from './share-slots.ts'

const createGroup = (account: string, group = '', due = true): JobGroup => ({ account, group, due })
const createFreeSlots = (total: number, { perAccount = 100, perGroup = 100 } = {}): FreeSlots => ({
  total,
  ofAccount: () => perAccount,
  ofGroup: () => perGroup,
})
const countShares = (groups: JobGroup[], slots: FreeSlots) =>
  Object.fromEntries(shareSlots(groups, slots).shares.map(({ account, group, count }) => [account + group, count]))

it('accounts receive slots round-robin, and the next call can start after the one that received the last slot', () => {
  const groups = [createGroup('ada'), createGroup('bob'), createGroup('cleo')]
  expect(countShares(groups, createFreeSlots(6))).toEqual({ ada: 2, bob: 2, cleo: 2 })
  expect(shareSlots(groups, createFreeSlots(2)).stoppedAt).toBe('bob')
  expect(shareSlots(groups, createFreeSlots(4)).stoppedAt).toBe('ada')
})

it('accounts and groups never exceed their limits, even if slots remain free', () => {
  const groups = [createGroup('ada', 'slow.test'), createGroup('ada', 'quick.test'), createGroup('bob', 'slow.test')]
  const { shares, stoppedAt } = shareSlots(groups, createFreeSlots(100, { perAccount: 5, perGroup: 3 }))
  expect(shares.map(({ account, group, count }) => [account, group, count])).toEqual([
    ['ada', 'slow.test', 1],
    ['bob', 'slow.test', 2],
    ['ada', 'quick.test', 3],
  ])
  expect(stoppedAt).toBeUndefined()
})

it('an account with twenty groups receives no more slots than an account with one', () => {
  const many = Array.from({ length: 20 }, (_, n) => createGroup('ada', `${n}.test`))
  expect(countShares([...many, createGroup('bob')], createFreeSlots(6))['bob']).toBe(3)
})

it('an account without a due job receives no slot', () => {
  expect(countShares([createGroup('ada', '', false), createGroup('bob')], createFreeSlots(2))).toEqual({ bob: 2 })
})
