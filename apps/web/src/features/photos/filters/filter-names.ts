import type { http } from '@daymark/contracts'
import type { PhotoFilter, PhotoFilters, SORT_NAMES } from '../../../domain/photos/photo-filters.ts'
import { formatDay } from '../../../lib/format/dates.ts'
import type { FilterChanges } from './use-photo-filters.ts'

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

// The labels of the sort directions, and the default direction.
const DATE_DIRECTIONS = { defaultDirection: 'desc', desc: 'Newest first', asc: 'Oldest first' } as const
const RATING_DIRECTIONS = { defaultDirection: 'desc', desc: 'Highest first', asc: 'Lowest first' } as const
const TEXT_DIRECTIONS = { defaultDirection: 'asc', desc: 'Z to A', asc: 'A to Z' } as const
/** The properties by which photos can be sorted. The first property is the default. */
export const SORT_OPTIONS = [
  { sort: 'created_at', label: 'Upload date', directions: DATE_DIRECTIONS },
  { sort: 'taken_at', label: 'Capture date', directions: DATE_DIRECTIONS },
  { sort: 'filename', label: 'Name', directions: TEXT_DIRECTIONS },
  { sort: 'title', label: 'Title', directions: TEXT_DIRECTIONS },
  { sort: 'rating', label: 'Rating', directions: RATING_DIRECTIONS },
] as const satisfies { sort: (typeof SORT_NAMES)[number]; label: string; directions: object }[]

/** An active filter: its name on screen, and the change that removes the filter. */
export type ActiveFilter = { name: string; removal: FilterChanges }

export const ORIENTATION_NAMES: Record<string, string> = {
  landscape: 'Landscape',
  portrait: 'Portrait',
  square: 'Square',
}

function describeDates({ date_from: from, date_to: to }: PhotoFilters) {
  const period = findPeriod(from, to)
  if (period) return formatPeriod(period)
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `From ${formatDay(from)}`
  return to && `Until ${formatDay(to)}`
}

type Tags = readonly http.Tag[]
const findTagLabel = (tags: Tags, id: string) => tags.find(tag => tag.id === id)?.label ?? '…'
const findLabel = (labels: Record<string, string>, value: string | undefined) => (value ? labels[value] : undefined)

/**
 * For each filter, the change that removes it, and a function that describes it, or returns nothing if it is inactive.
 * The search text is not included, because it has its own field.
 */
const FILTER_DESCRIPTIONS: [
  removal: FilterChanges,
  describe: (filters: PhotoFilters, tags: Tags) => string | undefined,
][] = [
  [{ date_from: '', date_to: '' }, describeDates],
  [{ camera: '' }, ({ camera }) => camera],
  [{ lens: '' }, ({ lens }) => lens],
  [{ tag_id: '' }, ({ tag_id }, tags) => tag_id && `Tag: ${findTagLabel(tags, tag_id)}`],
  [{ album_id: '' }, ({ album_id }) => album_id && 'One album'],
  [{ format: '' }, ({ format }) => format?.toUpperCase()],
  [{ orientation: '' }, ({ orientation }) => findLabel(ORIENTATION_NAMES, orientation)],
]

const FIXED_FILTER_DESCRIPTIONS: typeof FILTER_DESCRIPTIONS = FIXED_FILTERS.map(({ name, values }) => [
  { [name]: '' },
  filters => findLabel(values, filters[name]),
])

export const listActiveFilters = (filters: PhotoFilters, tags: Tags = []): ActiveFilter[] =>
  [...FILTER_DESCRIPTIONS, ...FIXED_FILTER_DESCRIPTIONS].flatMap(([removal, describe]) => {
    const name = describe(filters, tags)
    return name ? [{ name, removal }] : []
  })

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a year or month: '2024', or 'May 2024' for '2024-05'. */
export function formatPeriod(period: string) {
  if (period.length === 4) return period
  return monthFormat.format(new Date(`${period}-01T00:00:00Z`))
}

/** Returns the first and last day of a year or month, '2024' or '2024-05'. */
export function toDateRange(period: string) {
  const [year = '', month] = period.split('-')
  const lastDay = new Date(Date.UTC(2000, 0, 1))
  // setUTCFullYear is used because Date.UTC would map years before 100 to the 20th century.
  lastDay.setUTCFullYear(Number(year), month ? Number(month) : 12, 0)
  return { date_from: month ? `${period}-01` : `${year}-01-01`, date_to: lastDay.toISOString().slice(0, 10) }
}

/** Returns the year or month from the day `from` to the day `to`. Null: the days are not a whole year or month. */
export function findPeriod(from: string | undefined, to: string | undefined) {
  if (!from || !to) return null
  const candidates = [from.slice(0, 4), from.slice(0, 7)]
  return (
    candidates.find(period => {
      const range = toDateRange(period)
      return range.date_from === from && range.date_to === to
    }) ?? null
  )
}

/** Returns the years in the library, newest first, each with its months. */
export function groupMonthsByYear({ years, months }: Pick<http.ImageFacets, 'years' | 'months'>) {
  return years.map(year => ({ ...year, months: months.filter(({ value }) => value.startsWith(`${year.value}-`)) }))
}
