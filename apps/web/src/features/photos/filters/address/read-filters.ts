import { MAX_FACET, MAX_SEARCH } from '@daymark/contracts'
import { PHOTO_FILTERS, type PhotoFilters } from '../../../../domain/photos/photo.queries.ts'

export type Changes = Partial<Record<keyof PhotoFilters, string>>
const ORDER = ['sort', 'direction'] as const
const NAMES = [...PHOTO_FILTERS, ...ORDER]

const isFlag = (text: string) => text === 'true' || text === 'false'
const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
const atMost = (length: number) => (text: string) => text.length <= length
const oneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text)

const ACCEPTED: Record<keyof PhotoFilters, (text: string) => boolean> = {
  q: atMost(MAX_SEARCH),
  is_favorite: isFlag,
  tag_id: atMost(100),
  album_id: atMost(100),
  camera: atMost(MAX_FACET),
  lens: atMost(MAX_FACET),
  format: atMost(20),
  orientation: oneOf('portrait', 'square', 'landscape'),
  untagged: isFlag,
  date_from: isDay,
  date_to: isDay,
  sort: oneOf('created_at', 'taken_at', 'title', 'filename'),
  direction: oneOf('asc', 'desc'),
}

/** The filters and order of an address; values that the server would refuse are omitted. */
export function readFilters(params: URLSearchParams): PhotoFilters {
  const given = NAMES.map(name => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([name, text]) => text && ACCEPTED[name](text)))
}

/** The address with changed filters, on the first page; empty filters are removed. */
export function withFilters(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}

export const NO_FILTERS: Changes = Object.fromEntries(PHOTO_FILTERS.map(name => [name, '']))
