import { readCaptureData } from './capture-facts.ts'

const readCapture = (tags: object) => readCaptureData({ DateTimeOriginal: '2025:05:09 11:38:44', ...tags })
const TIME = '2025-05-09T11:38:44'

describe('readCaptureData', () => {
  const seconds: [string, object, string][] = [
    ['none', {}, TIME],
    ['one digit', { SubSecTimeOriginal: '7' }, `${TIME}.7`],
    ['a leading zero', { SubSecTimeOriginal: '07 ' }, `${TIME}.07`],
    ['nine digits', { SubSecTimeOriginal: '123456789' }, `${TIME}.123456789`],
    ['more than nine digits', { SubSecTimeOriginal: '123456789012' }, `${TIME}.123456789`],
    ["a number, as ExifTool's JSON has it", { SubSecTimeOriginal: 31 }, `${TIME}.31`],
    ['blanks', { SubSecTimeOriginal: '   ' }, TIME],
    ['part of the date, without a separate tag', { DateTimeOriginal: '2025:05:09 11:38:44.605' }, `${TIME}.605`],
    ['the fraction that belongs to the date of a scan', { DateTimeOriginal: undefined, CreateDate: '2025:05:09 11:38:44', SubSecTimeDigitized: '5', SubSecTimeOriginal: '9' }, `${TIME}.5`], // prettier-ignore
    ['the year 1', { DateTimeOriginal: '0001:01:01 00:00:00', SubSecTimeOriginal: '5' }, '0001-01-01T00:00:00.5'],
  ]
  it.each(seconds)('rule 136: fractions of a second: %s', (_name, tags, time) => {
    expect(readCapture(tags)).toEqual({ time })
  })

  const offsets: [string, object, string | undefined][] = [
    ['of the shot', { OffsetTimeOriginal: '-03:30', OffsetTimeDigitized: '+02:00' }, '-03:30'],
    ['of the digitization', { OffsetTimeDigitized: '+05:45' }, '+05:45'],
    ['inside the date', { DateTimeOriginal: '2025:05:09 11:38:44-04:00', OffsetTimeOriginal: '+02:00' }, '-04:00'],
    ['UTC', { OffsetTimeOriginal: 'Z' }, '+00:00'],
    ['blanks', { OffsetTimeOriginal: '   :  ' }, undefined],
    ['of an unchanged file', { OffsetTime: '+02:00', ModifyDate: '2025:05:09 11:38:44' }, '+02:00'],
    ['hours alone, in an old tag', { TimeZoneOffset: [-5, 2] }, '-05:00'],
    ['of the maker notes, if EXIF has none', { Make: 'Canon', TimeZone: '+01:00', DaylightSavings: 'On' }, '+01:00'],
    [
      'of Nikon, which excludes daylight saving time',
      { Make: 'NIKON', TimeZone: '+01:00', DaylightSavings: 'Yes' },
      '+02:00',
    ],
    ['an impossible offset is skipped', { OffsetTimeOriginal: '+27:00', OffsetTimeDigitized: '+0200' }, '+02:00'],
    ['not of a later change', { OffsetTime: '+02:00', ModifyDate: '2025:06:09 11:38:44' }, undefined],
  ]
  it.each(offsets)('rule 136: the offset: %s', (_name, tags, offset) => {
    expect(readCapture(tags)).toEqual({ time: TIME, ...(offset && { offset }) })
  })

  const gps = (day: string, time: unknown, more: object = {}) =>
    readCapture({ GPSDateStamp: day, GPSTimeStamp: time, ...more }).gpsOffset
  it('rule 136: GPS time suggests the offset if the file has none', () => {
    expect(gps('2025:05:09', '09:38:41.5')).toBe('+02:00')
    expect(gps('2025:05:09', [15, 8, 40])).toBe('-03:30')
    expect(gps('2025:05:08', [21, 38, 44])).toBe('+14:00')
    expect(gps('2025:05:09', '09:38:41', { OffsetTimeOriginal: '+02:00' })).toBeUndefined()
    expect(gps('2025:05:09', '09:31:00')).toBeUndefined() // a GPS fix that is several minutes old
    expect(gps('2025:05:08', '09:38:44')).toBeUndefined() // a camera clock that is wrong by a day
    for (const [day, time] of [
      ['', ''],
      ['2025:05:09', undefined],
      ['2025:05:09', [Number.NaN, 0, 0]],
      ['x', '09:38:44'],
    ])
      // prettier-ignore
      expect(gps(day as string, time)).toBeUndefined()
  })

  it('rule 136: the serial number is that of the body, and zeros count as none', () => {
    expect(readCaptureData({ SerialNumber: '0330103043', InternalSerialNumber: 'KFFFFFFF' }).serial).toBe('0330103043')
    expect(readCaptureData({ SerialNumber: 2188172 }).serial).toBe('2188172')
    expect(readCaptureData({ SerialNumber: '00000', InternalSerialNumber: '(F34) no. 0316' }).serial).toBe(
      '(F34) no. 0316',
    )
    expect(readCaptureData({ SerialNumber: 0, InternalSerialNumber: 'Unknown', LensSerialNumber: '7' })).toEqual({})
  })
})
