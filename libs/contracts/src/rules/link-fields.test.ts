import { z } from 'zod'
import { editShapeIn, fieldsIn, pickFields, presentFields, readFields, serviceShapeIn, shapeIn } from './field-table.ts'
import { linkFields } from './link-fields.ts'

const entries = Object.entries(linkFields)
const defaults = Object.fromEntries(entries.map(([field, row]) => [field, row.default]))

it('S-SHARE-05: the default of each setting is a valid value', () => {
  const settings = z.strictObject(serviceShapeIn(linkFields, 'api'))
  expect(settings.parse(defaults)).toEqual(defaults)
})

it('the names of a setting in /api, /v1, presets and the gallery lead to the same field', () => {
  const settings = z.strictObject(serviceShapeIn(linkFields, 'api')).parse(defaults)
  for (const view of ['api', 'v1', 'preset', 'gallery'] as const) {
    const presented = presentFields(linkFields, view, settings)
    expect(Object.keys(shapeIn(linkFields, view))).toEqual(Object.keys(presented))
    expect(readFields(linkFields, view, presented)).toEqual(pickFields(linkFields, view, settings))
  }
  expect(presentFields(linkFields, 'v1', settings)).toHaveProperty('allow_download', true)
})

it('no two settings share a name in a view', () => {
  for (const view of ['api', 'v1', 'preset', 'gallery'] as const) {
    const names = entries.map(([, row]) => row.names[view]).filter(name => name !== null)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('rule 38: visitors receive only settings that the gallery needs', () => {
  expect(fieldsIn(linkFields, 'gallery')).toEqual([
    'expiresAt',
    'allowDownloads',
    'watermark',
    'theme',
    'themeOverride',
    'showTitles',
    'downloadSizes',
    'picks',
    'comments',
    'firstLook',
  ])
})

it('rule 142: a preset stores all settings except those of a single link', () => {
  const stored = fieldsIn(linkFields, 'preset')
  expect(fieldsIn(linkFields, 'api').filter(field => !new Set<string>(stored).has(field))).toEqual([
    'slug',
    'expiresAt',
    'passwordHint',
    'firstLook',
    'listed',
  ])
  expect(Object.keys(editShapeIn(linkFields, 'preset'))).toContain('visitor_download_limit')
})
