import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { readIdsInUploadOrder } from './stored-counts.ts'
import { filterNamesOf, createPhotoQuery, type PhotoFilter, type PhotoQuery } from './photo-query.ts'
import type { SearchedTag } from './photo-search.ts'
import { readLibraryVersion } from '../accounts/change-library.ts'
import { PaginationCheckpoints } from './pagination-checkpoints.ts'
import { findTagId } from '../tags/photo-tags.ts'
import {
  collectAndSortIds,
  MAX_COUNTED_PHOTOS,
  countUpToLimit,
  createCursorAt,
  type PageRequest,
  readPageAfter,
  readIds,
} from './read-ids.ts'
import { readPhotos } from '../photos/read-photos.ts'

type ListPhotosInput = Input<typeof library.listPhotos>

/**
 * SQL that reads the stored number of photos of a list with one filter, or without a filter (`all`), so that no request counts rows.
 * Returns no row for an album or tag of another user.
 */
const STORED_COUNTS: Partial<Record<keyof PhotoFilter | 'all', string>> = {
  all: 'SELECT photos AS total FROM accounts WHERE user_id = $1',
  isFavorite: 'SELECT photo_count AS total FROM albums WHERE owner_id = $1 AND is_favorites',
  albumId: 'SELECT photo_count AS total FROM albums WHERE owner_id = $1 AND id = $2',
  tagId: 'SELECT usage_count AS total FROM tags WHERE owner_id = $1 AND id = $2',
}

@RpcHandlers()
export class ListPhotos {
  constructor(
    private readonly db: Database,
    private readonly checkpoints: PaginationCheckpoints,
  ) {}

  @Handles(library.listPhotos)
  async listPhotos(input: ListPhotosInput, { userId }: Actor) {
    const { limit, offset, knownVersion, brief } = input
    const emptyPage = { photos: [], total: 0, limit, offset }
    // read before the photos, so that the list is at least as new as its version
    const version = knownVersion === undefined ? undefined : await readLibraryVersion(this.db, userId)
    if (version !== undefined && version === knownVersion) return { ...emptyPage, version }
    const filter = await this.resolveTag(input.filter, userId)
    if (!filter) return { ...emptyPage, version, next: null }
    const { ids, ...pagination } = await this.findPage(userId, { ...input, filter })
    const photos = await readPhotos(this.db, ids, brief ? 'brief' : 'full')
    return { photos, limit, offset, version, ...pagination }
  }

  /**
   * Replaces the label of a tag in a filter by the id of the tag. Returns undefined if no photo can match: the tag does not exist, or an id
   * is not a UUID.
   */
  private async resolveTag(filter: PhotoFilter, ownerId: string): Promise<PhotoFilter | undefined> {
    const { tag: label, ...otherFilters } = filter
    const tagId = label ? await findTagId(this.db, ownerId, label) : filter.tagId
    if ([tagId, otherFilters.albumId].some(id => id === null || (id && !isId(id)))) return undefined
    return { ...otherFilters, ...(tagId && { tagId }) }
  }

  private async findPage(ownerId: string, input: ListPhotosInput) {
    const { filter, offset, after, withNext } = input
    const query = createPhotoQuery(ownerId, input, filter.q ? await this.readTags(ownerId) : [])
    const storedCount = await this.readStoredCount(ownerId, filter)
    // this check also covers an album or tag of another user, because the queries below do not check the owner
    if (storedCount === 0) return { ids: [], total: 0, next: null }
    if (withNext && (after !== undefined || offset === 0)) return this.readPageAfterCursor(query, input, storedCount)
    const page =
      storedCount === undefined
        ? await this.readCountedPage(query, input)
        : { ids: await this.readPageIds(ownerId, input, query, storedCount), total: storedCount }
    if (!withNext) return page
    const hasMore = page.total > offset + page.ids.length
    return { ...page, next: hasMore ? await createCursorAt(this.db, query, page.ids.at(-1)) : null }
  }

  private async readPageAfterCursor(
    query: PhotoQuery,
    { after, limit }: ListPhotosInput,
    storedCount: number | undefined,
  ) {
    const total = storedCount ?? (await countUpToLimit(this.db, query))
    const isShortList = storedCount === undefined && total < MAX_COUNTED_PHOTOS
    return { total, ...(await readPageAfter(this.db, query, { after, limit, isShortList })) }
  }

  private readTags(ownerId: string): Promise<SearchedTag[]> {
    const sql = 'SELECT id, label_key AS key, usage_count AS uses FROM tags WHERE owner_id = $1 AND usage_count > 0'
    return this.db.sql(sql, [ownerId])
  }

  /** Returns the stored number of photos that match a filter. Undefined if none is stored for this filter. */
  private async readStoredCount(ownerId: string, filter: PhotoFilter): Promise<number | undefined> {
    const [name = 'all', ...otherNames] = filterNamesOf(filter)
    const sql = otherNames.length || filter.isFavorite === false ? undefined : STORED_COUNTS[name]
    if (!sql) return undefined
    const params = name === 'albumId' || name === 'tagId' ? [ownerId, filter[name]] : [ownerId]
    const [row] = await this.db.sql<{ total: number }>(sql, params)
    return row?.total ?? 0
  }

  private readPageIds(ownerId: string, { filter, sort, ...input }: ListPhotosInput, query: PhotoQuery, total: number) {
    const page = { limit: input.limit, offset: input.offset, total }
    const isByUpload = (sort ?? 'created_at') === 'created_at'
    const isWholeLibrary = !filterNamesOf(filter).length
    if (isWholeLibrary && isByUpload) return readIdsInUploadOrder(this.db, ownerId, query.direction, page)
    if (query.list) return this.checkpoints.readIds(ownerId, { ...query, list: query.list }, page)
    // the whole library has an index for every order, a filtered list only for upload order
    const isShortList = !isWholeLibrary && !isByUpload && total <= MAX_COUNTED_PHOTOS
    return isShortList ? collectAndSortIds(this.db, query, page) : readIds(this.db, query, page)
  }

  /**
   * Reads a page of a list without a stored count. From MAX_COUNTED_PHOTOS on, the total is not exact: it only exceeds the end of the page
   * if there are more photos, so that clients can request the next page.
   */
  private async readCountedPage(query: PhotoQuery, { limit, offset }: Omit<PageRequest, 'total'>) {
    const total = await countUpToLimit(this.db, query)
    if (total < MAX_COUNTED_PHOTOS)
      return { ids: await collectAndSortIds(this.db, query, { limit, offset, total }), total }
    const ids = await readIds(this.db, query, { limit: limit + 1, offset, total: Infinity })
    return { ids: ids.slice(0, limit), total: Math.max(MAX_COUNTED_PHOTOS, offset + ids.length) }
  }
}
