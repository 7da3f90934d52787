import { mergePick, nextStamp, NO_PICK, findPickProblem, type PickState, STAMP_PATTERN } from './pick.ts'

/** Numbers that look random and are the same in every run. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Change = { photo: string } & PickState
type State = Map<string, PickState>
const take = (state: State, { photo, ...said }: Change) =>
  void state.set(photo, mergePick(state.get(photo) ?? NO_PICK, said))
const merged = (...changes: Change[][]): State => {
  const state: State = new Map()
  for (const change of changes.flat()) take(state, change)
  return state
}
const sorted = (state: State) => [...state].sort(([a], [b]) => a.localeCompare(b))

/** What a visitor does on a device that hears of no other: its clock may be hours wrong. */
function operations(device: string, random: (below: number) => number, count = 200): Change[] {
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
function shuffled<T>(list: readonly T[], random: (below: number) => number): T[] {
  return list
    .map(item => [random(2 ** 30), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

describe('picks of two devices', () => {
  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'rule 103 after 200 operations each are the same in any order and however often (%i)',
    seed => {
      const random = chance(seed)
      const [one, two] = [operations('aaaaaaaa', random), operations('bbbbbbbb', random)]
      const expected = sorted(merged(one, two))
      expect(expected.length).toBeGreaterThan(20)
      expect(sorted(merged(two, one))).toEqual(expected)
      expect(sorted(merged(shuffled([...one, ...two], random), one))).toEqual(expected)
      // each device takes what the other ended with, as the server hands it out
      const asChanges = (state: State) => [...state].map(([photo, said]) => ({ photo, ...said }))
      expect(sorted(merged(one, asChanges(merged(two))))).toEqual(expected)
      expect(sorted(merged(two, asChanges(merged(one))))).toEqual(expected)
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
