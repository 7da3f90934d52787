import { getStorageLevel } from './storage-bar.tsx'

it.each([
  [0, 'green'],
  [75, 'green'],
  [75.01, 'amber'],
  [90, 'amber'],
  [90.01, 'red'],
  [140, 'red'],
])('S-SET-03 at %d percent the storage bar is %s', (percentage, level) => {
  expect(getStorageLevel(percentage)).toBe(level)
})
