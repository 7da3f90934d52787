import { z } from 'zod'
import {
  exifFields,
  photoEditShape,
  photoFields,
  photoFieldsIn,
  photoShape,
  presentPhotoFields,
  readPhotoEdit,
} from './photo-fields.ts'

const photo = { title: 'Pier', caption: 'At dawn', isFavorite: true, rating: 4 }

it('a photo has its fields under their names in each view, in the order of the table', () => {
  expect(JSON.stringify(presentPhotoFields('api', photo))).toBe(
    '{"title":"Pier","caption":"At dawn","is_favorite":true,"rating":4}',
  )
  expect(JSON.stringify(presentPhotoFields('v1', photo))).toBe(
    '{"title":"Pier","description":"At dawn","favorite":true,"rating":4}',
  )
  for (const view of ['library', 'event', 'api', 'v1', 'gallery'] as const) {
    const shown = presentPhotoFields(view, photo)
    expect(Object.keys(photoShape(view))).toEqual(Object.keys(shown))
    expect(z.strictObject(photoShape(view)).parse(shown)).toEqual(shown)
  }
})

it('rule 38: visitors receive title and caption only', () => {
  expect(photoFieldsIn('gallery')).toEqual(['title', 'caption'])
})

it('a field that a photo does not have is left out, and a field that a request does not name does not change', () => {
  expect(presentPhotoFields('gallery', { caption: '' })).toEqual({ caption: '' })
  expect(readPhotoEdit('v1', { description: '', favorite: undefined, tags: [] })).toEqual({ caption: '' })
  expect(readPhotoEdit('api', presentPhotoFields('api', photo))).toEqual(photo)
})

it('a request is validated by what may be set', () => {
  const patch = z.object(photoEditShape('v1'))
  expect(patch.parse({ title: ' Pier ' })).toEqual({ title: 'Pier' })
  for (const wrong of [{ title: 'x'.repeat(1000) }, { rating: 6 }, { rating: 0.5 }])
    expect(patch.safeParse(wrong).success).toBe(false)
})

it('no two fields share a name in a view, a column or a property of XMP', () => {
  const all = Object.values(photoFields)
  const lists = [
    ...(['library', 'event', 'api', 'v1', 'gallery'] as const).map(view => all.map(({ names }) => names[view])),
    all.map(({ column }) => column),
    all.map(({ xmp }) => xmp),
    Object.values(exifFields).map(({ api }) => api),
  ]
  for (const list of lists) {
    const names = list.filter(name => name !== null)
    expect(new Set(names).size).toBe(names.length)
  }
})
