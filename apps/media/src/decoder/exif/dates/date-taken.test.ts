import { readDateTaken, toTimestamp } from './date-taken.ts'

describe('readDateTaken', () => {
  const cases: [string, object, string | undefined][] = [
    ['L-LB-18 the capture time', { DateTimeOriginal: '2011:04:25 01:55:30' }, '2011-04-25T01:55:30'],
    [
      'the capture time rather than that of the scan',
      { CreateDate: '2020:01:01 00:00:00', DateTimeOriginal: '1999:12:31 23:59:59' },
      '1999-12-31T23:59:59',
    ],
    [
      'the time of the scan rather than that of the caption',
      { DateCreated: '1985:11:25', CreateDate: '2010:04:21 16:50:46' },
      '2010-04-21T16:50:46',
    ],
    ['the date of the caption if there is no other', { DateCreated: '1985:11:25' }, '1985-11-25T00:00:00'],
    ['an offset inside the date', { DateTimeOriginal: '2022:01:10 15:15:44.31-04:00' }, '2022-01-10T15:15:44-04:00'],
    [
      'an offset in a separate tag',
      { DateTimeOriginal: '2025:05:09 11:38:44', OffsetTimeOriginal: '+02:00' },
      '2025-05-09T11:38:44+02:00',
    ],
    [
      'no offset if its tag is blank',
      { DateTimeOriginal: '2025:05:09 11:38:44', OffsetTimeOriginal: '   :  ' },
      '2025-05-09T11:38:44',
    ],
    ['a camera whose clock was never set', { DateTimeOriginal: '0000:00:00 00:00:00' }, undefined],
    ['an impossible day', { DateTimeOriginal: '2023:02:31 10:00:00' }, undefined],
    ['blanks', { DateTimeOriginal: '    :  :     :  :  ', CreateDate: '2001:02:03 04:05:06' }, '2001-02-03T04:05:06'],
    ['no date if the value is not a text', { DateTimeOriginal: { year: 2020 } }, undefined],
    [
      'the date in XMP if that in EXIF is unreadable',
      {
        DateTimeOriginal: '0000:00:00 00:00:00',
        'XMP:DateTimeOriginal': '2025:05:09 11:38:44+02:00',
        CreateDate: '2020:01:01 00:00:00',
      },
      '2025-05-09T11:38:44+02:00',
    ],
    ['a month without a day, as in XMP', { DateCreated: '2026:01' }, '2026-01'],
    ['a year alone, which is a number in JSON', { 'XMP:DateCreated': 2026 }, '2026'],
    ['the caption with its time', { DateTimeCreated: '2025:05:09 11:38:44-05:00' }, '2025-05-09T11:38:44-05:00'],
    [
      'the date of QuickTime, which is in UTC',
      { 'QuickTime:CreateDate': '2025:05:09 09:38:44' },
      '2025-05-09T09:38:44+00:00',
    ],
    [
      'the creation time of a PNG',
      { 'PNG:CreationTime': 'Fri, 09 May 2025 11:38:44 +0200' },
      '2025-05-09T11:38:44+02:00',
    ],
    [
      'the GPS time if there is no other',
      { GPSDateStamp: '2025:05:09', GPSTimeStamp: [9, 38, 44.5] },
      '2025-05-09T09:38:44+00:00',
    ],
    ['no date if only that of the last change is known', { ModifyDate: '2025:05:09 11:38:44' }, undefined],
    ['no date if GPS states no day', { GPSDateStamp: '2025', GPSTimeStamp: [9, 38, 44] }, undefined],
  ]
  it.each(cases)('%s', (_name, tags, expected) => {
    expect(readDateTaken(tags as Record<string, unknown>)).toBe(expected)
  })
})

describe('toTimestamp', () => {
  it('L-LB-18: a time without a zone counts as UTC', () => {
    expect(toTimestamp('2011-04-25T01:55:30')).toBe('2011-04-25T01:55:30.000Z')
    expect(toTimestamp('2022-01-10T15:15:44-04:00')).toBe('2022-01-10T19:15:44.000Z')
    expect(toTimestamp('2022-01-10T15:15:44Z')).toBe('2022-01-10T15:15:44.000Z')
    expect(toTimestamp(undefined)).toBeNull()
  })
  it.each(['0001-01-01T00:00:00+23:00', '9999-12-31T23:59:59-23:00', 'never'])('the time %s is not supported', date => {
    expect(toTimestamp(date)).toBeNull()
  })
})
