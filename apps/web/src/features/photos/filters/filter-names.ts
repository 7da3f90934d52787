import type { http } from '@daymark/contracts'
import { formatDay } from '../../../lib/format/dates.ts'
import type { PhotoFilters } from '../../../domain/photos/photo.queries.ts'
import { periodName, periodOf } from './dates/periods.ts'
import type { Changes } from './address/read-filters.ts'

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
  [{ is_favorite: '' }, ({ is_favorite }) => oneOf({ true: 'Favorites', false: 'No favorites' }, is_favorite)],
  [{ untagged: '' }, ({ untagged }) => oneOf({ true: 'Without tags', false: 'With tags' }, untagged)],
]

export const namedFilters = (filters: PhotoFilters, tags: Tags = []): NamedFilter[] =>
  IN_WORDS.flatMap(([without, say]) => {
    const name = say(filters, tags)
    return name ? [{ name, without }] : []
  })
