import { exif as exifContract } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { mayHaveValuesBeyondExif, toExif, withDimensions } from './exif-data.ts'

describe('toExif', () => {
  it('L-LB-15 L-LB-16 L-LB-17 L-LB-18 L-LB-19 L-LB-20: reads every field of the panel', () => {
    const exif = toExif({
      Make: 'Canon',
      Model: 'Canon EOS 5D',
      LensModel: 'EF24-70mm f/2.8L USM',
      Software: 'Lightroom',
      ExposureTime: 0.004,
      FNumber: 2.8,
      ISO: 400,
      FocalLength: 35,
      FocalLengthIn35mmFormat: 56,
      Flash: 16,
      WhiteBalance: 0,
      ExposureMode: 1,
      DateTimeOriginal: '2020:06:01 12:00:00',
      latitude: 48.8925,
      longitude: -2.2363,
      GPSAltitude: 12.345,
      Artist: 'A. Photographer',
      Copyright: '© A. Photographer',
    })
    expect(exif).toEqual({
      make: 'Canon',
      model: 'Canon EOS 5D',
      lens: 'EF24-70mm f/2.8L USM',
      software: 'Lightroom',
      exposureTime: '1/250',
      aperture: 2.8,
      iso: 400,
      focalLength: 35,
      focalLength35mm: 56,
      flash: 'Off, Did not fire',
      whiteBalance: 'Auto',
      exposureMode: 'Manual',
      dateTaken: '2020-06-01T12:00:00',
      gps: { latitude: 48.8925, longitude: -2.2363, altitude: 12.35 },
      artist: 'A. Photographer',
      copyright: '© A. Photographer',
    })
    expect(exifContract.parse(exif)).toEqual(exif)
  })

  it('L-LB-21: returns an empty object, without dimensions, if the file has no metadata', () => {
    expect(withDimensions(toExif({}), 100, 50)).toEqual({})
    expect(withDimensions(toExif({ Make: 'Canon' }), 100, 50)).toEqual({ make: 'Canon', width: 100, height: 50 })
  })

  const times: [number, string][] = [
    [1 / 8000, '1/8000'],
    [0.25, '1/4'],
    [0.3, '0.3'],
    [1.6, '1.6'],
    [30, '30'],
  ]
  it.each(times)('L-LB-16: an exposure of %d s is shown as %s', (ExposureTime, expected) => {
    expect(toExif({ ExposureTime })).toEqual({ exposureTime: expected })
  })

  it('L-LB-15: the lens is read from any tag that names one', () => {
    const lens = (tags: Record<string, unknown>) => toExif(tags).lens
    expect(lens({ LensModel: '----', LensID: 'Tamron 28-105mm' })).toBe('Tamron 28-105mm')
    expect(lens({ LensModel: '0.0 mm f/0.0', LensID: 'Unknown (0)', Lens: '18.0 - 55.0 mm' })).toBe('18.0 - 55.0 mm')
    expect(lens({ LensID: 'Unknown (255)', LensType: 'None' })).toBeUndefined()
    expect(lens({ LensModel: '50.0 mm f/1.4' })).toBe('50.0 mm f/1.4')
  })

  it('L-LB-17: the equivalent focal length is estimated from the sensor size if the camera does not state it', () => {
    expect(toExif({ FocalLength: 100, ScaleFactor35efl: 1.6154 })).toEqual({
      focalLength: 100,
      focalLength35mm: 162,
    })
    expect(toExif({ FocalLength: 0, FocalLengthIn35mmFormat: 0 })).toEqual({})
  })

  it('L-LB-19: an invalid position is ignored', () => {
    const gps = (latitude: unknown, longitude: unknown) => toExif({ latitude, longitude }).gps
    expect(gps(Number.NaN, Number.NaN)).toBeUndefined()
    expect(gps(0, 0)).toBeUndefined()
    expect(gps(91, 10)).toBeUndefined()
    expect(gps(10, 181)).toBeUndefined()
    expect(gps('', undefined)).toBeUndefined()
    expect(gps('-33.8688', '151.2093')).toEqual({ latitude: -33.8688, longitude: 151.2093 })
  })

  it('rule 161: a rating is a number of stars from 0 to 5', () => {
    const rating = (Rating: unknown) => toExif({ Rating }).rating
    expect([0, 3, '5', 3.6].map(rating)).toEqual([0, 3, 5, 4])
    expect([-1, 6, 99, 'x', undefined, {}].map(rating)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]) // prettier-ignore
    expect(withDimensions(toExif({ Rating: 3 }), 100, 50)).toEqual({ rating: 3 })
  })

  it('rule 161: stars in XMP are read, but a rating of 0, which cameras write into every photo, does not start ExifTool', () => {
    const needsExifTool = (packet: string, tags = {}) =>
      mayHaveValuesBeyondExif({ Artist: 'A', Copyright: 'A', ...tags }, { xmp: Buffer.from(packet) } as Metadata)
    expect(['<xmp:Rating>4</xmp:Rating>', 'xap:Rating="1"', "xmp:Rating = '5'"].map(xmp => needsExifTool(xmp))).toEqual([true, true, true]) // prettier-ignore
    expect(needsExifTool('<xmp:Rating>0</xmp:Rating>')).toBe(false)
    expect(needsExifTool('<xmp:Rating>0</xmp:Rating>', { Rating: 3 })).toBe(true)
  })

  it('returns only printable text and finite numbers for any input', () => {
    const exif = toExif({
      Make: 'Evil\u0000\u001b[31m\nCamera\u202e  x',
      Model: { lang: 'x', value: 'y' },
      Software: 'x'.repeat(10_000),
      ISO: Number.POSITIVE_INFINITY,
      FNumber: 'no number',
      FocalLength: -5,
      ExposureTime: Number.NaN,
      Flash: 999,
      WhiteBalance: 'Daylight',
      Artist: ['One', 'Two', { name: 'Three' }],
      Copyright: 'null',
    })
    expect(exif).toEqual({ make: 'Evil [31m Camera x', software: 'x'.repeat(300), artist: 'One, Two' })
    expect(JSON.parse(JSON.stringify(exif))).toEqual(exif)
  })

  it('never returns serial numbers or the camera owner', () => {
    expect(toExif({ SerialNumber: '123', BodySerialNumber: '1', LensSerialNumber: '2', OwnerName: 'Me' })).toEqual({})
  })
})
