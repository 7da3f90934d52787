import { hasLabel, axisMaximum } from './charts.tsx'

it.each([
  [[], 2],
  [[0, 1], 2],
  [[3], 4],
  [[5], 6],
  [[9], 10],
  [[10], 10],
  [[11], 20],
  [[37, 3], 40],
  [[4001], 6000],
  [[99_999], 100_000],
])('the scale for %p ends at %i, which can be halved', (values, top) => {
  expect(axisMaximum(values)).toBe(top)
})

it('the last position is always labeled, and the others at equal distances', () => {
  const labelled = (count: number, labels: number) =>
    Array.from({ length: count }, (_, index) => index).filter(index => hasLabel(index, count, labels))
  expect(labelled(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelled(30, 5)).toEqual([5, 13, 21, 29])
  expect(labelled(1, 5)).toEqual([0])
})
