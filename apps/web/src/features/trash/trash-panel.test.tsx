import { formatDaysLeft } from './trash-panel.tsx'

const now = Date.parse('2026-05-01T12:00:00Z')

it.each([
  ['2026-05-31T12:00:00Z', '30 days left'],
  ['2026-05-03T11:00:00Z', '2 days left'],
  ['2026-05-02T12:00:00Z', '1 day left'],
  ['2026-05-01T12:30:00Z', '1 day left'],
  ['2026-05-01T11:00:00Z', '1 day left'],
])('an item removed at %s has %s', (at, words) => {
  expect(formatDaysLeft(at, now)).toBe(words)
})
