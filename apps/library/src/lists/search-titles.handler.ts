import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { readAlbums } from '../albums/read-albums.ts'
import { createPhotoQuery } from './photo-query.ts'
import { toLikePattern, splitSearchWords } from './photo-search.ts'
import { collectAndSortIds, MAX_COUNTED_PHOTOS, countUpToLimit, type PageRequest, readIds } from './read-ids.ts'
import { readPhotos } from '../photos/read-photos.ts'

type AlbumSearch = { words: string[]; limit: number; offset: number }
type SearchMatches = { ids: string[]; total: number }
const NO_MATCHES: SearchMatches = { ids: [], total: 0 }

@RpcHandlers()
export class SearchTitles {
  constructor(private readonly db: Database) {}

  /** Finds albums and photos by title. All matching albums precede the matching photos. */
  @Handles(library.searchTitles)
  async searchTitles({ q, type, limit, offset }: Input<typeof library.searchTitles>, { userId }: Actor) {
    const words = splitSearchWords(q)
    if (!words.length) return { albums: [], photos: [], total: 0 }
    const albums = type === 'images' ? NO_MATCHES : await this.findAlbums(userId, { words, limit, offset })
    const photoPage = { limit: limit - albums.ids.length, offset: Math.max(0, offset - albums.total) }
    const photos = type === 'albums' ? NO_MATCHES : await this.findPhotos(userId, q, photoPage)
    const [albumViews, photoViews] = await Promise.all([
      readAlbums(this.db, albums.ids),
      readPhotos(this.db, photos.ids, 'brief'),
    ])
    return { albums: albumViews, photos: photoViews, total: albums.total + photos.total }
  }

  private async findAlbums(ownerId: string, { words, limit, offset }: AlbumSearch): Promise<SearchMatches> {
    const where = ['owner_id = $1', ...words.map((_, n) => `search LIKE $${n + 2}`)].join(' AND ')
    const params = [ownerId, ...words.map(toLikePattern)]
    const [counted] = await this.db.sql<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT 1 FROM albums WHERE ${where} LIMIT ${MAX_COUNTED_PHOTOS}) AS counted`,
      params,
    )
    const total = counted?.total ?? 0
    if (total <= offset) return { ids: [], total }
    // few matches are collected and sorted, many are read in index order
    const matchingAlbums =
      total < MAX_COUNTED_PHOTOS ? `(SELECT * FROM albums WHERE ${where} OFFSET 0) AS found` : `albums WHERE ${where}`
    const rows = await this.db.sql<{ id: string }>(
      `SELECT id FROM ${matchingAlbums} ORDER BY is_favorites DESC, created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
      params,
    )
    return { ids: rows.map(row => row.id), total }
  }

  private async findPhotos(
    ownerId: string,
    title: string,
    { limit, offset }: Omit<PageRequest, 'total'>,
  ): Promise<SearchMatches> {
    const query = createPhotoQuery(ownerId, { filter: { title }, sort: undefined, direction: undefined })
    const total = await countUpToLimit(this.db, query)
    const page = { limit, offset, total }
    // few matches are collected and sorted, many are read in upload order
    const ids = await (total < MAX_COUNTED_PHOTOS ? collectAndSortIds : readIds)(this.db, query, page)
    return { ids, total }
  }
}
