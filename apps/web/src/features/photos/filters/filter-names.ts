import type { http } from '@daymark/contracts'
import { FIXED_FILTERS, type PhotoFilters } from '../../../domain/photos/photo-filters.ts'
import { formatDay } from '../../../lib/format/dates.ts'
import type { Changes } from './use-photo-filters.ts'

/** One filter as text, and the change that removes it. */
export type NamedFilter = { name: string; without: Changes }

export const ORIENTATIONS: Record<string, string> = { landscape: 'Landscape', portrait: 'Portrait', square: 'Square' }

function datesInWords({ date_from: from, date_to: to }: PhotoFilters) {
  const period = periodOf(from, to)
  if (period) return periodName(period)
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `From ${formatDay(from)}`
  return to && `Until ${formatDay(to)}`
}

type Tags = readonly http.Tag[]
const labelOf = (tags: Tags, id: string) => tags.find(tag => tag.id === id)?.label ?? '…'
const oneOf = (words: Record<string, string>, value: string | undefined) => (value ? words[value] : undefined)

/** All filters except the search text, which has its own field. */
const IN_WORDS: [without: Changes, say: (filters: PhotoFilters, tags: Tags) => string | undefined][] = [
  [{ date_from: '', date_to: '' }, datesInWords],
  [{ camera: '' }, ({ camera }) => camera],
  [{ lens: '' }, ({ lens }) => lens],
  [{ tag_id: '' }, ({ tag_id }, tags) => tag_id && `Tag: ${labelOf(tags, tag_id)}`],
  [{ album_id: '' }, ({ album_id }) => album_id && 'One album'],
  [{ format: '' }, ({ format }) => format?.toUpperCase()],
  [{ orientation: '' }, ({ orientation }) => oneOf(ORIENTATIONS, orientation)],
]

/** Filters with fixed values come last. */
const FIXED_IN_WORDS: typeof IN_WORDS = FIXED_FILTERS.map(({ name, values }) => [
  { [name]: '' },
  filters => oneOf(values, filters[name]),
])

export const namedFilters = (filters: PhotoFilters, tags: Tags = []): NamedFilter[] =>
  [...IN_WORDS, ...FIXED_IN_WORDS].flatMap(([without, say]) => {
    const name = say(filters, tags)
    return name ? [{ name, without }] : []
  })

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2024' or '2024-05' as text. */
export function periodName(period: string) {
  if (period.length === 4) return period
  return monthName.format(new Date(`${period}-01T00:00:00Z`))
}

/** The first and last day of '2024' or '2024-05'. */
export function daysOf(period: string) {
  const [year = '', month] = period.split('-')
  const last = new Date(Date.UTC(2000, 0, 1))
  // Also for years before 100, which Date.UTC maps to the 20th century.
  last.setUTCFullYear(Number(year), month ? Number(month) : 12, 0)
  return { date_from: month ? `${period}-01` : `${year}-01-01`, date_to: last.toISOString().slice(0, 10) }
}

/** The period that starts and ends on two days, if there is one. */
export function periodOf(from: string | undefined, to: string | undefined) {
  if (!from || !to) return null
  const candidates = [from.slice(0, 4), from.slice(0, 7)]
  return (
    candidates.find(period => {
      const days = daysOf(period)
      return days.date_from === from && days.date_to === to
    }) ?? null
  )
}

/** Newest first, each with its months. */
export function yearsOf({ years, months }: Pick<http.ImageFacets, 'years' | 'months'>) {
  return years.map(year => ({ ...year, months: months.filter(({ value }) => value.startsWith(`${year.value}-`)) }))
}
