import type { Input, library } from '@daymark/contracts'
import { storable } from '../input.ts'
import { searchConditions, type SearchedTag, titleConditions } from './photo-search.ts'

type Listing = Input<typeof library.listPhotos>
export type Filter = Listing['filter']

/**
 * An ordered list of photo ids as parts of a query. The alias `p` is the table photos; `x` is a narrow table with an index for the order.
 */
export type PhotoQuery = {
  from: string
  where: string[]
  params: unknown[]
  id: string
  key: string
  direction: 'asc' | 'desc'
  /** The key of the list's pagination checkpoints; undefined if the list has none. */
  list?: CheckpointedList | undefined
}
export type CheckpointedList = { id: string; sort: 'number' | 'title' }

const SORT_KEYS = {
  created_at: 'p.number',
  taken_at: 'p.dated_at',
  title: 'p.title COLLATE natural_order',
  filename: 'p.filename COLLATE natural_order',
  rating: 'p.rating',
}
/** The sort key of an album's own order. */
export const POSITION = 'x.position'
const NEWEST_FIRST = { created_at: 'desc', taken_at: 'desc', title: 'asc', filename: 'asc', rating: 'desc' } as const

/** The query for a filter and sort order. `tags`: all tags of the owner, required if the filter contains search words. */
export function photoQuery(
  ownerId: string,
  { filter, sort, direction }: Pick<Listing, 'filter' | 'sort' | 'direction'>,
  tags: SearchedTag[] = [],
): PhotoQuery {
  const names = namesOf(filter)
  const isOnly = (name: keyof Filter): boolean => names.length === 1 && names[0] === name
  // rule 18: newest upload first, but an album keeps its own order
  if (filter.albumId && !sort) return inAlbumOrder(ownerId, filter, tags, direction)
  const key = sort ?? 'created_at'
  const order = direction ?? NEWEST_FIRST[key]
  if (filter.tagId && isOnly('tagId') && key === 'created_at') return tagQuery(filter.tagId, order)
  const query = ofOwner(ownerId)
  query.where.push(...conditions(filter, tags, query.params))
  return { ...query, key: SORT_KEYS[key], direction: order, list: checkpointedList(ownerId, key, filter) }
}

function checkpointedList(id: string, key: keyof typeof SORT_KEYS, filter: Filter): CheckpointedList | undefined {
  const [name, ...others] = namesOf(filter)
  if (name === undefined) return key === 'title' ? { id, sort: 'title' } : undefined
  const isLiked = filter.isFavorite === true && others.length === 0
  return isLiked && key === 'created_at' ? { id, sort: 'number' } : undefined
}

/** The query for a whole album. The caller has checked its owner. */
export const albumQuery = (albumId: string): PhotoQuery => ({
  from: 'album_photos x',
  where: ['x.album_id = $1'],
  params: [albumId],
  id: 'x.photo_id',
  key: POSITION,
  direction: 'asc',
})
const tagQuery = (tagId: string, direction: 'asc' | 'desc'): PhotoQuery => ({
  from: 'photo_tags x',
  where: ['x.tag_id = $1'],
  params: [tagId],
  id: 'x.photo_id',
  key: 'x.photo_number',
  direction,
  list: { id: tagId, sort: 'number' },
})
const ofOwner = (ownerId: string) => ({
  from: 'photos p',
  where: ['p.owner_id = $1', 'p.deleted_at IS NULL'],
  params: [ownerId] as unknown[],
  id: 'p.id',
})

function inAlbumOrder(
  ownerId: string,
  filter: Filter,
  tags: SearchedTag[],
  direction: 'asc' | 'desc' = 'asc',
): PhotoQuery {
  const { albumId, ...rest } = filter
  if (!namesOf(rest).length) return { ...albumQuery(albumId ?? ''), direction }
  const query = ofOwner(ownerId)
  const album = `x.album_id = $${query.params.push(albumId)}`
  const where = [...query.where, album, ...conditions(rest, tags, query.params)]
  const from = 'photos p JOIN album_photos x ON x.photo_id = p.id'
  return { ...query, from, where, id: 'x.photo_id', key: POSITION, direction }
}

export const namesOf = (filter: Filter): (keyof Filter)[] =>
  (Object.keys(filter) as (keyof Filter)[]).filter(name => filter[name] !== undefined && filter[name] !== '')

type Bind = (value: unknown) => string
type Conditions = { [K in keyof Required<Filter>]: (value: NonNullable<Filter[K]>, bind: Bind) => string }

/** SQL conditions by filter. `dated_at` is the capture time, or the upload time if the capture time is unknown. */
const CONDITIONS: Omit<Conditions, 'q' | 'title' | 'tag'> = {
  isFavorite: liked => (liked ? 'p.is_favorite' : 'NOT p.is_favorite'),
  tagId: (id, bind) => `p.id IN (SELECT photo_id FROM photo_tags WHERE tag_id = ${bind(id)})`,
  albumId: (id, bind) => `p.id IN (SELECT photo_id FROM album_photos WHERE album_id = ${bind(id)})`,
  format: (name, bind) => `p.format_key = ANY(${bind(equivalentFormats(name))}::text[])`,
  orientation: (name, bind) => `p.orientation = ${bind(name)}`,
  untagged: not => `${not ? 'NOT ' : ''}EXISTS (SELECT 1 FROM photo_tags t WHERE t.photo_id = p.id)`,
  camera: (name, bind) => `p.camera = ${bind(storable(name))}`,
  lens: (name, bind) => `p.lens = ${bind(storable(name))}`,
  ratingMin: (least, bind) => `p.rating >= ${bind(least)}`,
  dateFrom: (time, bind) => `p.dated_at >= ${bind(time)}`,
  dateTo: (time, bind) => `p.dated_at <= ${bind(time)}`,
}

function conditions(filter: Filter, tags: SearchedTag[], params: unknown[]): string[] {
  const bind: Bind = value => `$${params.push(value)}`
  return namesOf(filter).flatMap(name => {
    if (name === 'q') return searchConditions(filter.q ?? '', tags, bind)
    if (name === 'title') return titleConditions(filter.title ?? '', bind)
    if (name === 'tag') return [] // ListPhotos has replaced it by tagId
    return (CONDITIONS[name] as (value: unknown, bind: Bind) => string)(filter[name], bind)
  })
}

const SAME_FORMAT = [
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['heic', 'heif'],
  ['raw', 'cr2', 'cr3', 'nef', 'arw', 'dng', 'raf', 'orf', 'rw2', 'srw', 'x3f'],
]
/** A format can also be named by its extension; "raw" means all RAW formats. */
function equivalentFormats(requestedFormat: string): string[] {
  const name = storable(requestedFormat).toLowerCase().replace(/^\./, '')
  return (
    SAME_FORMAT.find(([first, ...others]) => first === name || (first !== 'raw' && others.includes(name))) ?? [name]
  )
}
