import {
  createExifSections,
  formatAperture,
  formatDateTaken,
  formatExposureTime,
  formatFocalLength,
  formatLocation,
  formatTimeZone,
  readExif,
} from './exif-format.ts'

describe('EXIF panel', () => {
  it.each([
    ['1/250', '1/250 s'],
    ['1/250 s', '1/250 s'],
    ['0.004', '1/250 s'],
    ['0.5', '0.5 s'],
    ['2', '2 s'],
    ['30', '30 s'],
  ])('L-LB-16 the exposure time %s is shown as %s', (text, shown) => {
    expect(formatExposureTime(text)).toBe(shown)
  })

  it('L-LB-16 the aperture is shown as f/2.8', () => {
    expect(formatAperture(2.8)).toBe('f/2.8')
    expect(formatAperture(8)).toBe('f/8')
    expect(formatAperture(1.7999)).toBe('f/1.8')
  })

  it('L-LB-17 the focal length includes its 35mm equivalent if the file has one', () => {
    expect(formatFocalLength(85, 127)).toBe('85 mm (127 mm in 35mm equivalent)')
    expect(formatFocalLength(4.2, undefined)).toBe('4.2 mm')
    expect(formatFocalLength(undefined, 28)).toBe('28 mm (35mm equivalent)')
    expect(formatFocalLength(undefined, undefined)).toBeUndefined()
  })

  it('L-LB-19 a location has degrees N or S, E or W', () => {
    expect(formatLocation({ latitude: 38.71667, longitude: -9.13333 })).toBe('38.7167° N, 9.1333° W')
    expect(formatLocation({ latitude: -33.8688, longitude: 151.2093 })).toBe('33.8688° S, 151.2093° E')
  })

  it('L-LB-18 the date taken is the time of the camera clock, regardless of the time zone', () => {
    expect(formatDateTaken('2011-04-25T01:55:30')).toBe('25 April 2011 at 01:55')
    expect(formatDateTaken('2022-01-10T15:15:44-04:00')).toBe('10 January 2022 at 15:15')
    expect(formatDateTaken('2022-01-10')).toBe('10 January 2022')
    expect(formatDateTaken('long ago')).toBe('long ago')
  })

  it('rule 141 the time zone is shown if the file has one', () => {
    const zones = ['2022-01-10T15:15:44-04:00', '2022-01-10T15:15:44Z', '2022-01-10T15:15:44', '2022-01-10', 'long ago']
    expect(zones.map(formatTimeZone)).toEqual(['UTC-04:00', 'UTC', undefined, undefined, undefined])
  })

  it('L-LB-14 L-LB-15 L-LB-16 L-LB-18 L-LB-19 L-LB-20 every value is in its section', () => {
    const sections = createExifSections({
      make: 'NIKON CORPORATION',
      model: 'NIKON D90',
      lens: 'AF-S 18-105mm',
      software: 'Ver.1.00',
      exposure_time: '1/60',
      aperture: 4.5,
      iso: 400,
      focal_length: 35,
      focal_length_35mm: 52,
      flash: 'Fired',
      white_balance: 'Auto',
      exposure_mode: 'Manual',
      date_taken: '2011-04-25T01:55:30',
      width: 4288,
      height: 2848,
      gps: { latitude: 1, longitude: 2 },
      artist: 'Ana',
      copyright: '© Ana',
    })
    expect(sections.map(({ title, rows }) => [title, rows.map(row => row.label)])).toEqual([
      ['Camera', ['Make', 'Model', 'Lens', 'Software']],
      ['Exposure', ['Exposure time', 'Aperture', 'ISO', 'Focal length', 'Flash', 'White balance', 'Exposure mode']],
      ['Metadata', ['Date taken', 'Dimensions', 'Location', 'Artist', 'Copyright']],
    ])
    const location = sections[2]?.rows.find(row => row.label === 'Location')
    expect(location?.mapUrl).toContain('mlat=1&mlon=2')
  })

  it('L-LB-21 without data there is no section', () => {
    expect(createExifSections({})).toEqual([])
  })

  it('L-LB-23 EXIF may be an object or JSON text, and invalid text is no data', () => {
    expect(readExif('{"make":"Canon"}')).toEqual({ make: 'Canon' })
    expect(readExif({ make: 'Canon' })).toEqual({ make: 'Canon' })
    for (const broken of ['{', '"text"', null, undefined, 7]) expect(readExif(broken)).toEqual({})
  })
})
