import { exif, exifOf, withLegacyNames } from './exif.ts'

const today = { make: 'Canon', exposureTime: '1/250', focalLength: 35, focalLength35mm: 56, whiteBalance: 'Auto' } // prettier-ignore
const before = { make: 'Canon', exposure_time: '1/250', focal_length: 35, focal_length_35mm: 56, white_balance: 'Auto' } // prettier-ignore
const more = { exposureMode: 'Manual', dateTaken: '2020-06-01T12:00:00' }

it('EXIF is read under the names of today and of before, also side by side', () => {
  expect(exifOf(today)).toEqual(today)
  expect(exifOf(before)).toEqual(today)
  expect(exifOf({ ...before, ...more })).toEqual({ ...today, ...more })
  expect(exifOf({})).toEqual({})
})

it('EXIF is written under both, so that a service of the release before loses nothing', () => {
  const written = withLegacyNames({ ...today, ...more })
  expect(written).toMatchObject({ ...before, exposure_mode: 'Manual', date_taken: '2020-06-01T12:00:00' })
  expect(exif.parse(written)).toEqual(written)
  expect(exifOf(written)).toEqual({ ...today, ...more })
  expect(withLegacyNames({ make: 'Canon' })).toEqual({ make: 'Canon' })
})
