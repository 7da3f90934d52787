import { formatDuration } from './report.tsx'

it.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m'],
  [119, '1m'],
  [3599, '59m'],
  [3600, '1h 0m'],
  [3660, '1h 1m'],
  [90_000, '25h 0m'],
])('S-ANAUI-03 %i seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
