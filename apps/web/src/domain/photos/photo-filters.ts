import { MAX_FACET, MAX_SEARCH } from '@daymark/contracts'

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
const atMost = (length: number) => (text: string) => text.length <= length
const oneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text)
const isFlag = oneOf('true', 'false')

/** The filters of GET /api/images that the address of a screen may contain (rule 18), and the values that the server accepts. */
export const PHOTO_FILTERS = {
  q: atMost(MAX_SEARCH),
  is_favorite: isFlag,
  tag_id: atMost(100),
  album_id: atMost(100),
  camera: atMost(MAX_FACET),
  lens: atMost(MAX_FACET),
  format: atMost(20),
  orientation: oneOf('portrait', 'square', 'landscape'),
  untagged: isFlag,
  rating_min: (text: string) => /^[1-5]$/.test(text),
  date_from: isDay,
  date_to: isDay,
}
type PhotoFilter = keyof typeof PHOTO_FILTERS
/** Filters and order. */
export type PhotoFilters = Partial<Record<PhotoFilter | 'sort' | 'direction', string>>

export const FILTER_NAMES = Object.keys(PHOTO_FILTERS) as PhotoFilter[]
export const isFiltered = (filters: PhotoFilters) => FILTER_NAMES.some(name => filters[name])

const RATINGS = {
  1: '1+ stars',
  2: '2+ stars',
  3: '3+ stars',
  4: '4+ stars',
  5: '5 stars',
}

/** Filters with a few fixed values, each with its name. In the form, a filter of `true` and `false` is a checkbox. */
export const FIXED_FILTERS: { name: PhotoFilter; label: string; values: Record<string, string> }[] = [
  { name: 'is_favorite', label: 'Favorites only', values: { true: 'Favorites', false: 'No favorites' } },
  { name: 'untagged', label: 'Without tags', values: { true: 'Without tags', false: 'With tags' } },
  { name: 'rating_min', label: 'Rating', values: RATINGS },
]

const byDate = { first: 'desc', desc: 'Newest first', asc: 'Oldest first' } as const
const byStars = { first: 'desc', desc: 'Highest first', asc: 'Lowest first' } as const
const byText = { first: 'asc', desc: 'Z to A', asc: 'A to Z' } as const
/** The first one is the default. */
export const SORTS = [
  { sort: 'created_at', label: 'Upload date', order: byDate },
  { sort: 'taken_at', label: 'Capture date', order: byDate },
  { sort: 'filename', label: 'Name', order: byText },
  { sort: 'title', label: 'Title', order: byText },
  { sort: 'rating', label: 'Rating', order: byStars },
] as const

/** Filters and order, in the order in which an address is cached. */
export const ACCEPTED: Record<keyof PhotoFilters, (text: string) => boolean> = {
  ...PHOTO_FILTERS,
  sort: oneOf(...SORTS.map(({ sort }) => sort)),
  direction: oneOf('asc', 'desc'),
}
