import { mergePick, nextStamp, NO_PICK, findPickProblem, type PickState, STAMP_PATTERN } from './pick.ts'

/** Returns a random number generator with the same numbers in every run. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

type Change = { photo: string } & PickState
type State = Map<string, PickState>
const applyChange = (state: State, { photo, ...pick }: Change) =>
  void state.set(photo, mergePick(state.get(photo) ?? NO_PICK, pick))
const mergeChanges = (...changes: Change[][]): State => {
  const state: State = new Map()
  for (const change of changes.flat()) applyChange(state, change)
  return state
}
const sortEntries = (state: State) => [...state].sort(([a], [b]) => a.localeCompare(b))

/** Simulates the changes of a visitor on an offline device, whose clock may be wrong by an hour. */
function simulateChanges(device: string, random: (limit: number) => number, count = 200): Change[] {
  let last = ''
  let clock = 1_800_000_000_000 + random(7_200_000) - 3_600_000
  return Array.from({ length: count }, () => {
    clock += random(3000) - 1000
    last = nextStamp(last, clock, device)
    const photo = `photo ${random(40)}`
    return random(4) === 0
      ? { photo, ...NO_PICK, note: `note ${random(1000)}`, noteAt: last }
      : { photo, ...NO_PICK, choice: (['none', 'picked', 'rejected'] as const)[random(3)]!, choiceAt: last }
  })
}
function shuffle<T>(list: readonly T[], random: (limit: number) => number): T[] {
  return list
    .map(item => [random(2 ** 30), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

describe('picks of two devices', () => {
  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'rule 103 after 200 changes each are the same in any order and with any repetition (%i)',
    seed => {
      const random = createRandom(seed)
      const [first, second] = [simulateChanges('aaaaaaaa', random), simulateChanges('bbbbbbbb', random)]
      const expected = sortEntries(mergeChanges(first, second))
      expect(expected.length).toBeGreaterThan(20)
      expect(sortEntries(mergeChanges(second, first))).toEqual(expected)
      expect(sortEntries(mergeChanges(shuffle([...first, ...second], random), first))).toEqual(expected)
      // each device applies the final state of the other, as the server returns it
      const asChanges = (state: State) => [...state].map(([photo, pick]) => ({ photo, ...pick }))
      expect(sortEntries(mergeChanges(first, asChanges(mergeChanges(second))))).toEqual(expected)
      expect(sortEntries(mergeChanges(second, asChanges(mergeChanges(first))))).toEqual(expected)
    },
  )

  it('rule 103 a device that has seen a change of another device writes a later stamp, even with a wrong clock', () => {
    const ahead = nextStamp('', 1_900_000_000_000, 'bbbbbbbb')
    const behind = nextStamp(ahead, 1_000_000_000_000, 'aaaaaaaa')
    expect(behind > ahead).toBe(true)
    expect(behind).toMatch(STAMP_PATTERN)
  })

  it('rule 103 stamps stay ordered when the counter overflows and at the maximum time', () => {
    const full = '1800000000000-zzzz-aaaaaaaa'
    expect(nextStamp(full, 0, 'aaaaaaaa')).toBe('1800000000001-0000-aaaaaaaa')
    expect(nextStamp('', -5, 'aaaaaaaa')).toBe('0000000000000-0001-aaaaaaaa')
    expect(nextStamp('nonsense', 1e20, 'aaaaaaaa')).toMatch(STAMP_PATTERN)
  })
})

it.each([
  [0, { minimum: null, maximum: null }, undefined],
  [1, { minimum: 2, maximum: 3 }, 'Choose at least 2 photos: 1 more.'],
  [2, { minimum: 2, maximum: 3 }, undefined],
  [5, { minimum: 2, maximum: 3 }, 'Choose at most 3 photos: 2 fewer.'],
  [0, { minimum: 1, maximum: null }, 'Choose at least 1 photo: 1 more.'],
])('rule 104 %i picks of %j: %s', (picked, limits, problem) => {
  expect(findPickProblem(picked, limits)).toBe(problem)
})
