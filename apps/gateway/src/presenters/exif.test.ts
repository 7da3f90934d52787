import { presentExif } from '@daymark/contracts'

/** The exact bytes in the response. */
const EXPECTED_JSON =
  '{"make":"Canon","model":"EOS 5D","lens":"EF35mm","software":"Lightroom","exposure_time":"1/250","aperture":2.8,"iso":400,' +
  '"focal_length":35,"focal_length_35mm":56,"flash":"Fired","white_balance":"Auto","exposure_mode":"Manual",' +
  '"date_taken":"2020-06-01T12:00:00","width":400,"height":300,' +
  '"gps":{"latitude":41.2,"longitude":-96.1,"altitude":351.27},"artist":"Ann","copyright":"Ann"}'

const { exposure_time, focal_length, focal_length_35mm, white_balance, exposure_mode, date_taken, ...rest } =
  JSON.parse(EXPECTED_JSON)
const stored = {
  exposureTime: exposure_time,
  focalLength: focal_length,
  focalLength35mm: focal_length_35mm,
  whiteBalance: white_balance,
  exposureMode: exposure_mode,
  dateTaken: date_taken,
}

it('L-LB-15: EXIF data is presented in snake_case', () => {
  expect(JSON.stringify(presentExif({ ...stored, ...rest }))).toBe(EXPECTED_JSON)
})

it('L-LB-21: a file without EXIF data has an empty object', () => {
  expect(JSON.stringify(presentExif({}))).toBe('{}')
})
