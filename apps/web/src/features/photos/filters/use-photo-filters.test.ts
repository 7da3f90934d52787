import { NO_FILTERS, parseFilters, withFilters } from './use-photo-filters.ts'

const read = (query: string) => parseFilters(new URLSearchParams(query))
const change = (query: string, changes: Parameters<typeof withFilters>[1]) =>
  withFilters(new URLSearchParams(query), changes).toString()

it('reads the valid parameters in a fixed order, and omits the rest', () => {
  expect(read('lens=50mm&q=sea&camera=Z+9&page=3&other=1')).toEqual({ q: 'sea', camera: 'Z 9', lens: '50mm' })
  expect(JSON.stringify(read('lens=a&q=b'))).toBe(JSON.stringify(read('q=b&lens=a')))
  const all =
    'is_favorite=true&untagged=false&orientation=square&date_from=2024-02-29&sort=rating&direction=asc&rating_min=3'
  expect(new URLSearchParams(read(all)).size).toBe(7)
})
it.each([
  'is_favorite=yes',
  'orientation=round',
  'date_from=soon',
  'date_to=2023-02-29',
  'date_to=2023-2-9',
  'sort=size',
  'rating_min=6',
  'direction=up',
  'camera=',
  `q=${'x'.repeat(201)}`,
])('the invalid parameter %s is ignored', query => expect(read(query)).toEqual({}))

it('changing a filter opens the first page; an empty filter is removed', () => {
  expect(change('page=4&q=sea', { camera: 'Z 9' })).toBe('q=sea&camera=Z+9')
  expect(change('q=sea&sort=title', { q: '' })).toBe('sort=title')
})
it('L-PHOTO-05 clearing the filters keeps the order', () => {
  const address = 'q=a&camera=b&date_to=2024-01-01&untagged=true&sort=title&direction=desc&page=2'
  expect(change(address, NO_FILTERS)).toBe('sort=title&direction=desc')
})
