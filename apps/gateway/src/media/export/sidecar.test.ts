import { createSidecar } from './sidecar.ts'

const emptyPhoto = { title: '', caption: '', tags: [], isFavorite: false, gps: null }
const xmpOf = (fields: Partial<Parameters<typeof createSidecar>[0]>) =>
  createSidecar({ ...emptyPhoto, ...fields })?.toString()

it('rule 84: a photo without title, caption, tags and like has no sidecar', () => {
  expect(createSidecar(emptyPhoto)).toBeUndefined()
  expect(xmpOf({ gps: { latitude: 1, longitude: 1 } })).toBeUndefined()
})

it('rule 84: texts are escaped and in the fields that Lightroom and digiKam read', () => {
  const xmp = xmpOf({ title: 'a < b & c', caption: 'two\nlines\u0000', tags: ['sea', '<sun>'], isFavorite: true }) ?? ''
  expect(xmp).toContain(
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">a &lt; b &amp; c</rdf:li></rdf:Alt></dc:title>',
  )
  expect(xmp).toContain('<rdf:li xml:lang="x-default">two\nlines</rdf:li></rdf:Alt></dc:description>')
  expect(xmp).toContain('<dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>&lt;sun&gt;</rdf:li></rdf:Bag></dc:subject>')
  expect(xmp).toContain('<xmp:Rating>5</xmp:Rating>')
})

it.each([
  [38.7223, -9.1393, '38,43.338000N', '9,8.358000W'],
  [-33.8568, 151.2153, '33,51.408000S', '151,12.918000E'],
])('rule 84: the sidecar contains the location of the file: %d, %d', (latitude, longitude, north, east) => {
  const xmp = xmpOf({ title: 'Here', gps: { latitude, longitude } })
  expect(xmp).toContain(`<exif:GPSLatitude>${north}</exif:GPSLatitude>`)
  expect(xmp).toContain(`<exif:GPSLongitude>${east}</exif:GPSLongitude>`)
})
