import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'
import { readUploads } from './photo-blocks.ts'
import { namesOf, photoQuery, type Filter, type PhotoQuery } from './photo-query.ts'
import type { SearchedTag } from './photo-search.ts'
import { libraryVersion } from '../accounts/library-version.ts'
import { Signposts } from '../signposts/signposts.ts'
import { findTagId } from '../tags/find-tag.ts'
import { cursorAt, readAfter } from './read-after.ts'
import { collectIds, COUNTED, countUpTo, readIds, type Page } from './read-page.ts'
import { readPhotos } from './read-photos.ts'

type Listing = Input<typeof library.listPhotos>

/** Counts that are kept, so that no page ever counts a library, an album or a tag. Someone else's has nothing to show. */
const KEPT: Partial<Record<keyof Filter | 'all', string>> = {
  all: 'SELECT photos AS total FROM accounts WHERE user_id = $1',
  isFavorite: 'SELECT photo_count AS total FROM albums WHERE owner_id = $1 AND is_favorites',
  albumId: 'SELECT photo_count AS total FROM albums WHERE owner_id = $1 AND id = $2',
  tagId: 'SELECT usage_count AS total FROM tags WHERE owner_id = $1 AND id = $2',
}

@Handles(library.listPhotos)
export class ListPhotos implements Handler<typeof library.listPhotos> {
  constructor(
    private readonly db: Database,
    private readonly signposts: Signposts,
  ) {}

  async handle(input: Listing, { userId }: Actor) {
    const { limit, offset, knownVersion, brief } = input
    const nothing = { photos: [], total: 0, limit, offset }
    // read before anything else, so that what is listed is never older
    const version = knownVersion === undefined ? undefined : await libraryVersion(this.db, userId)
    if (version !== undefined && version === knownVersion) return { ...nothing, version }
    const filter = await this.named(input.filter, userId)
    if (!filter) return { ...nothing, version, next: null }
    const { ids, ...found } = await this.find(userId, { ...input, filter })
    const photos = await readPhotos(this.db, ids, brief ? 'brief' : 'full')
    return { photos, limit, offset, version, ...found }
  }

  /** With the tag by its id. Undefined: nothing has such a tag, or is in such an album. */
  private async named(filter: Filter, ownerId: string): Promise<Filter | undefined> {
    const { tag, ...rest } = filter
    const tagId = tag ? await findTagId(this.db, ownerId, tag) : filter.tagId
    if ([tagId, rest.albumId].some(id => id === null || (id && !isId(id)))) return undefined
    return { ...rest, ...(tagId && { tagId }) }
  }

  private async find(ownerId: string, input: Listing) {
    const { filter, offset, after, withNext } = input
    const query = photoQuery(ownerId, input, filter.q ? await this.tags(ownerId) : [])
    const kept = await this.keptCount(ownerId, filter)
    // also for an album or a tag of somebody else: their queries rely on it
    if (kept === 0) return { ids: [], total: 0, next: null }
    if (withNext && (after !== undefined || offset === 0)) return this.behind(query, input, kept)
    const page =
      kept === undefined
        ? await this.counted(query, input)
        : { ids: await this.page(ownerId, input, query, kept), total: kept }
    if (!withNext) return page
    const hasMore = page.total > offset + page.ids.length
    return { ...page, next: hasMore ? await cursorAt(this.db, query, page.ids.at(-1)) : null }
  }

  private async behind(query: PhotoQuery, { after, limit }: Listing, kept: number | undefined) {
    const total = kept ?? (await countUpTo(this.db, query))
    const isCollected = kept === undefined && total < COUNTED
    return { total, ...(await readAfter(this.db, query, { after, limit, isCollected })) }
  }

  private tags(ownerId: string): Promise<SearchedTag[]> {
    const sql = 'SELECT id, label_key AS key, usage_count AS uses FROM tags WHERE owner_id = $1 AND usage_count > 0'
    return this.db.sql(sql, [ownerId])
  }

  /** Undefined where no count is kept for the filter. */
  private async keptCount(ownerId: string, filter: Filter): Promise<number | undefined> {
    const [name = 'all', ...others] = namesOf(filter)
    const sql = others.length || filter.isFavorite === false ? undefined : KEPT[name]
    if (!sql) return undefined
    const params = name === 'albumId' || name === 'tagId' ? [ownerId, filter[name]] : [ownerId]
    const [row] = await this.db.sql<{ total: number }>(sql, params)
    return row?.total ?? 0
  }

  private page(ownerId: string, { filter, sort, ...input }: Listing, query: PhotoQuery, total: number) {
    const page = { limit: input.limit, offset: input.offset, total }
    const isByUpload = (sort ?? 'created_at') === 'created_at'
    const isWhole = !namesOf(filter).length
    if (isWhole && isByUpload) return readUploads(this.db, ownerId, query.direction, page)
    if (query.list) return this.signposts.readIds(ownerId, { ...query, list: query.list }, page)
    // the whole library has an index for every order; a part of it only for the order of uploads
    const isShort = !isWhole && !isByUpload && total <= COUNTED
    return isShort ? collectIds(this.db, query, page) : readIds(this.db, query, page)
  }

  /** Beyond what is counted a full page says that there is at least one more, so that a reader can always go on. */
  private async counted(query: PhotoQuery, { limit, offset }: Omit<Page, 'total'>) {
    const total = await countUpTo(this.db, query)
    if (total < COUNTED) return { ids: await collectIds(this.db, query, { limit, offset, total }), total }
    const ids = await readIds(this.db, query, { limit: limit + 1, offset, total: Infinity })
    return { ids: ids.slice(0, limit), total: Math.max(COUNTED, offset + ids.length) }
  }
}
