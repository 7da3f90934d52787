import { sidecar } from './sidecar.ts'

const plain = { title: '', caption: '', tags: [], liked: false, gps: null }
const said = (more: Partial<Parameters<typeof sidecar>[0]>) => sidecar({ ...plain, ...more })?.toString()

it('rule 84 nothing was said: no sidecar, whatever the camera wrote', () => {
  expect(sidecar(plain)).toBeUndefined()
  expect(said({ gps: { latitude: 1, longitude: 1 } })).toBeUndefined()
})

it('rule 84 words stand where Lightroom and digiKam look for them, whatever signs are in them', () => {
  const xmp = said({ title: 'a < b & c', caption: 'two\nlines\u0000', tags: ['sea', '<sun>'], liked: true }) ?? ''
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
])('rule 84 a position of the file is in it: %d, %d', (latitude, longitude, north, east) => {
  const xmp = said({ title: 'Here', gps: { latitude, longitude } })
  expect(xmp).toContain(`<exif:GPSLatitude>${north}</exif:GPSLatitude>`)
  expect(xmp).toContain(`<exif:GPSLongitude>${east}</exif:GPSLongitude>`)
})
