import { MAX_FACET_LENGTH, MAX_SEARCH_LENGTH } from '@daymark/contracts'

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
const hasMaxLength = (length: number) => (text: string) => text.length <= length
const isOneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text)
const isFlag = isOneOf('true', 'false')

/** rule 18: the filters of GET /api/images that the URL of a screen may contain, each with a check of its value. */
export const FILTER_CHECKS = {
  q: hasMaxLength(MAX_SEARCH_LENGTH),
  is_favorite: isFlag,
  tag_id: hasMaxLength(100),
  album_id: hasMaxLength(100),
  camera: hasMaxLength(MAX_FACET_LENGTH),
  lens: hasMaxLength(MAX_FACET_LENGTH),
  format: hasMaxLength(20),
  orientation: isOneOf('portrait', 'square', 'landscape'),
  untagged: isFlag,
  rating_min: (text: string) => /^[1-5]$/.test(text),
  date_from: isDay,
  date_to: isDay,
}
type PhotoFilter = keyof typeof FILTER_CHECKS
/** The filters and the order of a list of photos. */
export type PhotoFilters = Partial<Record<PhotoFilter | 'sort' | 'direction', string>>

export const FILTER_NAMES = Object.keys(FILTER_CHECKS) as PhotoFilter[]
export const isFiltered = (filters: PhotoFilters) => FILTER_NAMES.some(name => filters[name])

const RATING_LABELS = {
  1: '1+ stars',
  2: '2+ stars',
  3: '3+ stars',
  4: '4+ stars',
  5: '5 stars',
}

/** Filters with few fixed values and their labels. The form shows a filter with `true` and `false` as a checkbox. */
export const FIXED_FILTERS: { name: PhotoFilter; label: string; values: Record<string, string> }[] = [
  { name: 'is_favorite', label: 'Favorites only', values: { true: 'Favorites', false: 'No favorites' } },
  { name: 'untagged', label: 'Without tags', values: { true: 'Without tags', false: 'With tags' } },
  { name: 'rating_min', label: 'Rating', values: RATING_LABELS },
]

const DATE_ORDERS = { first: 'desc', desc: 'Newest first', asc: 'Oldest first' } as const
const RATING_ORDERS = { first: 'desc', desc: 'Highest first', asc: 'Lowest first' } as const
const TEXT_ORDERS = { first: 'asc', desc: 'Z to A', asc: 'A to Z' } as const
/** The first entry is the default. */
export const SORTS = [
  { sort: 'created_at', label: 'Upload date', order: DATE_ORDERS },
  { sort: 'taken_at', label: 'Capture date', order: DATE_ORDERS },
  { sort: 'filename', label: 'Name', order: TEXT_ORDERS },
  { sort: 'title', label: 'Title', order: TEXT_ORDERS },
  { sort: 'rating', label: 'Rating', order: RATING_ORDERS },
] as const

/** The checks of all parameters, in the order in which cache keys contain them. */
export const PARAMETER_CHECKS: Record<keyof PhotoFilters, (text: string) => boolean> = {
  ...FILTER_CHECKS,
  sort: isOneOf(...SORTS.map(({ sort }) => sort)),
  direction: isOneOf('asc', 'desc'),
}
