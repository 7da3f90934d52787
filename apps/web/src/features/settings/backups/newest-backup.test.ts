import { formatAge } from './newest-backup.tsx'

it('L-MKT-10 the age of a backup in words', () => {
  const now = Date.parse('2026-05-04T12:00:00Z')
  const ageOf = (seconds: number): string => formatAge(new Date(now - seconds * 1000).toISOString(), now)
  expect([20, 60, 3 * 3600 + 100, 86_400, 5 * 86_400].map(ageOf)).toEqual([
    'just now',
    '1 minute ago',
    '3 hours ago',
    '1 day ago',
    '5 days ago',
  ])
  // The clock of the server may be ahead.
  expect(ageOf(-500)).toBe('just now')
})
