import { exifOf, type http, type WrittenExif } from '@daymark/contracts'

export function presentExif(written: WrittenExif): http.ExifData {
  const exif = exifOf(written)
  return {
    make: exif.make,
    model: exif.model,
    lens: exif.lens,
    software: exif.software,
    exposure_time: exif.exposureTime,
    aperture: exif.aperture,
    iso: exif.iso,
    focal_length: exif.focalLength,
    focal_length_35mm: exif.focalLength35mm,
    flash: exif.flash,
    white_balance: exif.whiteBalance,
    exposure_mode: exif.exposureMode,
    date_taken: exif.dateTaken,
    width: exif.width,
    height: exif.height,
    gps: exif.gps,
    artist: exif.artist,
    copyright: exif.copyright,
  }
}
