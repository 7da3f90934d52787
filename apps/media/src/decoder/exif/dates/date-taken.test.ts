import { readDateTaken, toTimestamp } from './date-taken.ts'

describe('dateTaken', () => {
  const cases: [string, object, string | undefined][] = [
    ['L-LB-18 the time of the shot', { DateTimeOriginal: '2011:04:25 01:55:30' }, '2011-04-25T01:55:30'],
    [
      'the shot before the scan',
      { CreateDate: '2020:01:01 00:00:00', DateTimeOriginal: '1999:12:31 23:59:59' },
      '1999-12-31T23:59:59',
    ],
    [
      'the scan before the caption',
      { DateCreated: '1985:11:25', CreateDate: '2010:04:21 16:50:46' },
      '2010-04-21T16:50:46',
    ],
    ['the caption when there is nothing else', { DateCreated: '1985:11:25' }, '1985-11-25T00:00:00'],
    ['an offset inside', { DateTimeOriginal: '2022:01:10 15:15:44.31-04:00' }, '2022-01-10T15:15:44-04:00'],
    [
      'an offset in a tag of its own',
      { DateTimeOriginal: '2025:05:09 11:38:44', OffsetTimeOriginal: '+02:00' },
      '2025-05-09T11:38:44+02:00',
    ],
    [
      'no offset that is none',
      { DateTimeOriginal: '2025:05:09 11:38:44', OffsetTimeOriginal: '   :  ' },
      '2025-05-09T11:38:44',
    ],
    ['a camera whose clock was never set', { DateTimeOriginal: '0000:00:00 00:00:00' }, undefined],
    ['an impossible day', { DateTimeOriginal: '2023:02:31 10:00:00' }, undefined],
    ['blanks', { DateTimeOriginal: '    :  :     :  :  ', CreateDate: '2001:02:03 04:05:06' }, '2001-02-03T04:05:06'],
    ['no text', { DateTimeOriginal: { year: 2020 } }, undefined],
    [
      'XMP where EXIF cannot be read',
      {
        DateTimeOriginal: '0000:00:00 00:00:00',
        'XMP:DateTimeOriginal': '2025:05:09 11:38:44+02:00',
        CreateDate: '2020:01:01 00:00:00',
      },
      '2025-05-09T11:38:44+02:00',
    ],
    ['a month alone, as XMP may say it', { DateCreated: '2026:01' }, '2026-01'],
    ['a year alone, which JSON has as a number', { 'XMP:DateCreated': 2026 }, '2026'],
    ['the caption with its time', { DateTimeCreated: '2025:05:09 11:38:44-05:00' }, '2025-05-09T11:38:44-05:00'],
    ['QuickTime, which counts in UTC', { 'QuickTime:CreateDate': '2025:05:09 09:38:44' }, '2025-05-09T09:38:44+00:00'],
    [
      'the creation time of a PNG',
      { 'PNG:CreationTime': 'Fri, 09 May 2025 11:38:44 +0200' },
      '2025-05-09T11:38:44+02:00',
    ],
    [
      'satellites, where nothing else says it',
      { GPSDateStamp: '2025:05:09', GPSTimeStamp: [9, 38, 44.5] },
      '2025-05-09T09:38:44+00:00',
    ],
    ['not the last change', { ModifyDate: '2025:05:09 11:38:44' }, undefined],
    ['not satellites without a day', { GPSDateStamp: '2025', GPSTimeStamp: [9, 38, 44] }, undefined],
  ]
  it.each(cases)('%s', (_name, tags, expected) => {
    expect(readDateTaken(tags as Record<string, unknown>)).toBe(expected)
  })
})

describe('takenAt', () => {
  it('L-LB-18: a time without a zone counts as UTC', () => {
    expect(toTimestamp('2011-04-25T01:55:30')).toBe('2011-04-25T01:55:30.000Z')
    expect(toTimestamp('2022-01-10T15:15:44-04:00')).toBe('2022-01-10T19:15:44.000Z')
    expect(toTimestamp('2022-01-10T15:15:44Z')).toBe('2022-01-10T15:15:44.000Z')
    expect(toTimestamp(undefined)).toBeNull()
  })
  it.each(['0001-01-01T00:00:00+23:00', '9999-12-31T23:59:59-23:00', 'never'])(
    'does not know a moment such as %s',
    date => {
      expect(toTimestamp(date)).toBeNull()
    },
  )
})
