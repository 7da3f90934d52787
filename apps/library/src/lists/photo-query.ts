import type { Input, library } from '@daymark/contracts'
import { toStorableText } from '../input.ts'
import { createSearchConditions, type SearchedTag, createTitleConditions } from './photo-search.ts'

type ListPhotosInput = Input<typeof library.listPhotos>
export type PhotoFilter = ListPhotosInput['filter']

/**
 * The parts of an SQL query that selects the ids of an ordered list of photos. In these parts, `p` is the table photos; `x` is album_photos
 * or photo_tags, which have an index for the order.
 */
export type PhotoQuery = {
  from: string
  where: string[]
  params: unknown[]
  /** The column with the photo's id. */
  id: string
  /** The expression by which the list is sorted. */
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
/** Sort key of the order that the owner gave an album. */
export const ALBUM_POSITION_COLUMN = 'x.position'
const DEFAULT_DIRECTIONS = {
  created_at: 'desc',
  taken_at: 'desc',
  title: 'asc',
  filename: 'asc',
  rating: 'desc',
} as const

/** Creates the query for a filter and a sort order. `tags`: all tags of the owner; required if the filter contains search words. */
export function createPhotoQuery(
  ownerId: string,
  { filter, sort, direction }: Pick<ListPhotosInput, 'filter' | 'sort' | 'direction'>,
  tags: SearchedTag[] = [],
): PhotoQuery {
  const names = filterNamesOf(filter)
  const isOnlyFilter = (name: keyof PhotoFilter): boolean => names.length === 1 && names[0] === name
  // rule 18: without a sort order in the request, an album has its own order and other lists start with the newest upload
  if (filter.albumId && !sort) return createAlbumOrderQuery(ownerId, filter, tags, direction)
  const key = sort ?? 'created_at'
  const order = direction ?? DEFAULT_DIRECTIONS[key]
  if (filter.tagId && isOnlyFilter('tagId') && key === 'created_at') return createTagQuery(filter.tagId, order)
  const query = createOwnerQuery(ownerId)
  query.where.push(...createConditions(filter, tags, query.params))
  return { ...query, key: SORT_KEYS[key], direction: order, list: checkpointedListOf(ownerId, key, filter) }
}

function checkpointedListOf(
  id: string,
  key: keyof typeof SORT_KEYS,
  filter: PhotoFilter,
): CheckpointedList | undefined {
  const [name, ...otherNames] = filterNamesOf(filter)
  if (name === undefined) return key === 'title' ? { id, sort: 'title' } : undefined
  const isLiked = filter.isFavorite === true && otherNames.length === 0
  return isLiked && key === 'created_at' ? { id, sort: 'number' } : undefined
}

/** Creates the query for all photos of an album. The caller must have checked the owner of the album. */
export const createAlbumQuery = (albumId: string): PhotoQuery => ({
  from: 'album_photos x',
  where: ['x.album_id = $1'],
  params: [albumId],
  id: 'x.photo_id',
  key: ALBUM_POSITION_COLUMN,
  direction: 'asc',
})
const createTagQuery = (tagId: string, direction: 'asc' | 'desc'): PhotoQuery => ({
  from: 'photo_tags x',
  where: ['x.tag_id = $1'],
  params: [tagId],
  id: 'x.photo_id',
  key: 'x.photo_number',
  direction,
  list: { id: tagId, sort: 'number' },
})
const createOwnerQuery = (ownerId: string) => ({
  from: 'photos p',
  where: ['p.owner_id = $1', 'p.deleted_at IS NULL'],
  params: [ownerId] as unknown[],
  id: 'p.id',
})

function createAlbumOrderQuery(
  ownerId: string,
  filter: PhotoFilter,
  tags: SearchedTag[],
  direction: 'asc' | 'desc' = 'asc',
): PhotoQuery {
  const { albumId, ...otherFilters } = filter
  if (!filterNamesOf(otherFilters).length) return { ...createAlbumQuery(albumId ?? ''), direction }
  const query = createOwnerQuery(ownerId)
  const album = `x.album_id = $${query.params.push(albumId)}`
  const where = [...query.where, album, ...createConditions(otherFilters, tags, query.params)]
  const from = 'photos p JOIN album_photos x ON x.photo_id = p.id'
  return { ...query, from, where, id: 'x.photo_id', key: ALBUM_POSITION_COLUMN, direction }
}

export const filterNamesOf = (filter: PhotoFilter): (keyof PhotoFilter)[] =>
  (Object.keys(filter) as (keyof PhotoFilter)[]).filter(name => filter[name] !== undefined && filter[name] !== '')

type BindParameter = (value: unknown) => string
type FilterConditions = {
  [K in keyof Required<PhotoFilter>]: (value: NonNullable<PhotoFilter[K]>, bind: BindParameter) => string
}

/**
 * Functions that create the SQL condition of each filter. `dated_at` is the capture time, or the upload time if the capture time is
 * unknown.
 */
const FILTER_CONDITIONS: Omit<FilterConditions, 'q' | 'title' | 'tag'> = {
  isFavorite: liked => (liked ? 'p.is_favorite' : 'NOT p.is_favorite'),
  tagId: (id, bind) => `p.id IN (SELECT photo_id FROM photo_tags WHERE tag_id = ${bind(id)})`,
  albumId: (id, bind) => `p.id IN (SELECT photo_id FROM album_photos WHERE album_id = ${bind(id)})`,
  format: (name, bind) => `p.format_key = ANY(${bind(findEquivalentFormats(name))}::text[])`,
  orientation: (name, bind) => `p.orientation = ${bind(name)}`,
  untagged: isUntagged => `${isUntagged ? 'NOT ' : ''}EXISTS (SELECT 1 FROM photo_tags t WHERE t.photo_id = p.id)`,
  camera: (name, bind) => `p.camera = ${bind(toStorableText(name))}`,
  lens: (name, bind) => `p.lens = ${bind(toStorableText(name))}`,
  ratingMin: (minimum, bind) => `p.rating >= ${bind(minimum)}`,
  dateFrom: (time, bind) => `p.dated_at >= ${bind(time)}`,
  dateTo: (time, bind) => `p.dated_at <= ${bind(time)}`,
}

function createConditions(filter: PhotoFilter, tags: SearchedTag[], params: unknown[]): string[] {
  const bind: BindParameter = value => `$${params.push(value)}`
  return filterNamesOf(filter).flatMap(name => {
    if (name === 'q') return createSearchConditions(filter.q ?? '', tags, bind)
    if (name === 'title') return createTitleConditions(filter.title ?? '', bind)
    if (name === 'tag') return [] // ListPhotos has replaced this filter by `tagId`
    return (FILTER_CONDITIONS[name] as (value: unknown, bind: BindParameter) => string)(filter[name], bind)
  })
}

const EQUIVALENT_FORMATS = [
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['heic', 'heif'],
  ['raw', 'cr2', 'cr3', 'nef', 'arw', 'dng', 'raf', 'orf', 'rw2', 'srw', 'x3f'],
]
/**
 * Returns the names that a photo of the requested format may have in `format_key`: `jpg` also finds `jpeg`, and `raw` finds all RAW
 * formats.
 */
function findEquivalentFormats(requestedFormat: string): string[] {
  const name = toStorableText(requestedFormat).toLowerCase().replace(/^\./, '')
  return (
    EQUIVALENT_FORMATS.find(([first, ...others]) => first === name || (first !== 'raw' && others.includes(name))) ?? [
      name,
    ]
  )
}
