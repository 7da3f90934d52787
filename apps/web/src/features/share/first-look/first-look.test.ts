import { formatAnnouncement } from './first-look.tsx'

it('rule 128 names the expected day, without the current year, and no day in the past', () => {
  const announcementFor = (expected: string | null) => formatAnnouncement({ expected, note: '' }, '2026-11-23')
  expect(announcementFor(null)).toBe('More photos are coming.')
  expect(announcementFor('2026-11-23')).toBe('More photos are coming by Monday, November 23.')
  expect(announcementFor('2027-01-01')).toBe('More photos are coming by Friday, January 1, 2027.')
  expect(announcementFor('2026-11-22')).toBe('More photos are coming soon.')
})
