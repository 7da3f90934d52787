import { findPhotosOutOfOrder } from './findings.ts'

const photos = (times: (number | null)[], section = 0) => times.map(takenAt => ({ takenAt, section }))
const times = (list: { takenAt: number | null }[]) => list.map(({ takenAt }) => takenAt)

it.each([
  ['in order', [1, 2, 2, 3], []],
  ['one too late', [1, 3, 4, 2, 5], [2]],
  ['one too early', [9, 1, 2, 3], [9]],
  ['two cameras, one after the other', [10, 20, 30, 40, 15, 25], [15, 25]],
  ['newest first, so intended', [5, 4, 3, 2], []],
  ['ordered by hand', [5, 1, 4, 2, 3, 0], []],
  ['without a time in between', [1, null, 2, null], []],
  ['one photo', [1], []],
  ['none', [], []],
])('rule 146: photos that break capture order: %s', (_, order, expected) => {
  expect(times(findPhotosOutOfOrder(photos(order as (number | null)[])))).toEqual(expected)
})

it('rule 146: sections are checked independently, and one check covers 40,000 photos', () => {
  expect(findPhotosOutOfOrder([...photos([5, 6, 7], 0), ...photos([1, 2, 3], 1)])).toEqual([])
  const many = photos(Array.from({ length: 40_000 }, (_, at) => (at % 1000 === 999 ? 0 : at)))
  expect(findPhotosOutOfOrder(many)).toHaveLength(40)
})
