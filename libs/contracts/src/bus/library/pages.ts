import { z } from 'zod'
import { rpc } from '../define.ts'
import { albumView, manifestPhoto, pageInput, photoView, tagView } from './views.ts'
import { MAX_SEARCH_LENGTH } from '../../rules/limits.ts'

/** The `next` of the previous page. Other values are rejected with INVALID_INPUT. */
const pageCursor = z.string().max(400).optional()
/** Cursor of the next page. Null: this is the last page. */
const nextCursor = z.string().nullable()

const knownVersion = z
  .string()
  .optional()
  .describe('Version of the library in an earlier response. If the library has not changed, the list is empty.')

/** Paging fields of photo lists. */
export const cursorPaging = {
  request: {
    knownVersion,
    withNext: z.boolean().optional().describe('Whether to return `next`. Supported only for the default order.'),
    after: pageCursor.describe('The `next` of the previous page. Takes precedence over `offset`; requires `withNext`.'),
  },
  response: {
    next: nextCursor.optional(),
    version: z.string().optional().describe('Version of the library. Present only if the request had `knownVersion`.'),
  },
}

/** Lists of the public API, always paged. */
export const libraryPages = {
  /** Returns Favorites first, then the newest first. `after` takes precedence over `offset`. */
  listAlbumPage: rpc(
    'library.albums.list-page',
    z.object({ ...pageInput, after: pageCursor }),
    z.object({ albums: z.array(albumView), total: z.number(), next: nextCursor }),
  ),
  /** Returns photos of an album in album order. Throws ALBUM_NOT_FOUND. */
  listManifest: rpc(
    'library.albums.manifest',
    z.object({ id: z.string(), limit: z.number().int().min(1).max(1000), after: pageCursor }),
    z.object({ photos: z.array(manifestPhoto), next: nextCursor }),
  ),
  /** Returns tags ordered by label. */
  listTagPage: rpc(
    'library.tags.list-page',
    z.object({ ...pageInput, knownVersion }),
    z.object({ tags: z.array(tagView), total: z.number(), version: z.string() }),
  ),
  /**
   * Finds albums and photos whose titles contain every word of `q`. If a photo has no title, its file name is searched. The result is one
   * list, with albums first. `total` counts at most 10,000 albums and 10,000 photos.
   */
  searchTitles: rpc(
    'library.search.titles',
    z.object({ q: z.string().max(MAX_SEARCH_LENGTH), type: z.enum(['all', 'images', 'albums']), ...pageInput }),
    z.object({ albums: z.array(albumView), photos: z.array(photoView), total: z.number() }),
  ),
}
