import { z } from 'zod'
import { editShapeIn, fieldsIn, presentFields, readFields, shapeIn } from './field-table.ts'
import { exifFields, photoFields } from './photo-fields.ts'

const photo = { title: 'Pier', caption: 'At dawn', isFavorite: true, rating: 4 }

it('a photo has its fields under their names in each view, in the order of the table', () => {
  expect(JSON.stringify(presentFields(photoFields, 'api', photo))).toBe(
    '{"title":"Pier","caption":"At dawn","is_favorite":true,"rating":4}',
  )
  expect(JSON.stringify(presentFields(photoFields, 'v1', photo))).toBe(
    '{"title":"Pier","description":"At dawn","favorite":true,"rating":4}',
  )
  for (const view of ['library', 'event', 'api', 'v1', 'gallery'] as const) {
    const presented = presentFields(photoFields, view, photo)
    expect(Object.keys(shapeIn(photoFields, view))).toEqual(Object.keys(presented))
    expect(z.strictObject(shapeIn(photoFields, view)).parse(presented)).toEqual(presented)
  }
})

it('rule 38: visitors receive title and caption only', () => {
  expect(fieldsIn(photoFields, 'gallery')).toEqual(['title', 'caption'])
})

it('a field that a photo does not have is left out, and a field that a request does not name does not change', () => {
  expect(presentFields(photoFields, 'gallery', { caption: '' })).toEqual({ caption: '' })
  expect(readFields(photoFields, 'v1', { description: '', favorite: undefined, tags: [] })).toEqual({ caption: '' })
  expect(readFields(photoFields, 'api', presentFields(photoFields, 'api', photo))).toEqual(photo)
})

it('a request is validated by what may be set', () => {
  const patch = z.object(editShapeIn(photoFields, 'v1'))
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
