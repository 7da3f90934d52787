import { MAX_FACET_LENGTH, MAX_SEARCH_LENGTH } from '@daymark/contracts'

const isIsoDate = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
const hasMaxLength = (length: number) => (text: string) => text.length <= length
const isOneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text)
const isBooleanText = isOneOf('true', 'false')

/** rule 18: the filters of GET /api/images that the URL of a screen may contain, each with a check of its value. */
const FILTER_CHECKS = {
  q: hasMaxLength(MAX_SEARCH_LENGTH),
  is_favorite: isBooleanText,
  tag_id: hasMaxLength(100),
  album_id: hasMaxLength(100),
  camera: hasMaxLength(MAX_FACET_LENGTH),
  lens: hasMaxLength(MAX_FACET_LENGTH),
  format: hasMaxLength(20),
  orientation: isOneOf('portrait', 'square', 'landscape'),
  untagged: isBooleanText,
  rating_min: (text: string) => /^[1-5]$/.test(text),
  date_from: isIsoDate,
  date_to: isIsoDate,
}
export type PhotoFilter = keyof typeof FILTER_CHECKS
/** The filters and the order of a list of photos. */
export type PhotoFilters = Partial<Record<PhotoFilter | 'sort' | 'direction', string>>

export const FILTER_NAMES = Object.keys(FILTER_CHECKS) as PhotoFilter[]
export const isFiltered = (filters: PhotoFilters) => FILTER_NAMES.some(name => filters[name])

export const SORT_NAMES = ['created_at', 'taken_at', 'filename', 'title', 'rating'] as const

/** The checks of all parameters, in the order in which cache keys contain them. */
export const PARAMETER_CHECKS: Record<keyof PhotoFilters, (text: string) => boolean> = {
  ...FILTER_CHECKS,
  sort: isOneOf(...SORT_NAMES),
  direction: isOneOf('asc', 'desc'),
}
