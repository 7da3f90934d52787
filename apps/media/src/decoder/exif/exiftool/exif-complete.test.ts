import { isExifComplete } from './exif-complete.ts'

const exif = Buffer.from('Exif')
const xmp = Buffer.from('<x:xmpmeta><rdf:Description xmp:Rating="0"/></x:xmpmeta>')
const dateTags = { DateTimeOriginal: '2025:06:01 10:00:00' }
const cameraTags = { Make: 'Canon', Model: 'Canon EOS R5', ISO: 1600, ...dateTags }
const completeTags = {
  ...cameraTags,
  LensModel: 'RF50mm F1.2 L USM',
  ExposureTime: 0.004,
  FNumber: 2.8,
  FocalLength: 50,
  FocalLengthIn35mmFormat: 50,
  SerialNumber: '012345678901',
  OffsetTimeOriginal: '+02:00',
  makerNote: Buffer.alloc(10),
}
const withoutTag = (name: keyof typeof completeTags) => ({ ...completeTags, [name]: undefined })

it('a file without metadata, or with EXIF as the only source, needs no ExifTool', () => {
  expect(isExifComplete({}, {})).toBe(true)
  expect(isExifComplete(cameraTags, { exif })).toBe(true)
  expect(isExifComplete(completeTags, { exif })).toBe(true)
  expect(isExifComplete(completeTags, { exif, xmp })).toBe(true)
})

it('a date that cannot be read, or the size of a sensor, needs ExifTool', () => {
  expect(isExifComplete({ ...cameraTags, DateTimeOriginal: 'June' }, { exif })).toBe(false)
  expect(isExifComplete({}, { exif })).toBe(false)
  expect(isExifComplete({ ...cameraTags, FocalPlaneXResolution: 5715 }, { exif })).toBe(false)
})

it('values that EXIF lacks may be in maker notes, XMP or IPTC', () => {
  for (const name of ['LensModel', 'FocalLengthIn35mmFormat', 'SerialNumber', 'OffsetTimeOriginal'] as const)
    expect([name, isExifComplete(withoutTag(name), { exif })]).toEqual([name, false])
  expect(isExifComplete(cameraTags, { exif, xmp })).toBe(false)
  expect(isExifComplete(completeTags, { exif, iptc: Buffer.from('8BIM') })).toBe(false)
  expect(isExifComplete(completeTags, { exif, xmp: Buffer.from('<dc:rights>A</dc:rights>') })).toBe(false)
})
