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
])('the axis for %p ends at %i', (values, maximum) => {
  expect(axisMaximum(values)).toBe(maximum)
})

it('the last bar is always labeled, and labels have equal distances', () => {
  const labeledIndexes = (count: number, maxLabels: number) =>
    Array.from({ length: count }, (_, index) => index).filter(index => hasLabel(index, count, maxLabels))
  expect(labeledIndexes(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labeledIndexes(30, 5)).toEqual([5, 13, 21, 29])
  expect(labeledIndexes(1, 5)).toEqual([0])
})
