import { z } from 'zod'
import { rpc } from '../define.ts'
import { albumView, manifestPhoto, pageInput, photoView, tagView } from './views.ts'
import { MAX_SEARCH_LENGTH } from '../../rules/limits.ts'

/** `next` of the previous page. Throws INVALID_INPUT for other values. */
const pageCursor = z.string().max(400).optional()
/** Cursor of the next page. Null: this is the last page. */
const nextCursor = z.string().nullable()

const knownVersion = z.string().optional().describe('Version of the library. If it is unchanged, nothing is listed.')

/** Paging fields of photo lists. */
export const cursorPaging = {
  request: {
    knownVersion,
    withNext: z.boolean().optional().describe('Whether to return `next`. Only with the default order.'),
    after: pageCursor.describe('Used instead of `offset`, with `withNext`.'),
  },
  response: {
    next: nextCursor.optional(),
    version: z.string().optional().describe('Version of the library, if the request named one.'),
  },
}

/** Lists of the public API, always paged. */
export const libraryPages = {
  /** Favorites first, then newest first. `after` takes precedence over `offset`. */
  listAlbumPage: rpc(
    'library.albums.list-page',
    z.object({ ...pageInput, after: pageCursor }),
    z.object({ albums: z.array(albumView), total: z.number(), next: nextCursor }),
  ),
  /** Photos of an album in album order. Throws ALBUM_NOT_FOUND. */
  listManifest: rpc(
    'library.albums.manifest',
    z.object({ id: z.string(), limit: z.number().int().min(1).max(1000), after: pageCursor }),
    z.object({ photos: z.array(manifestPhoto), next: nextCursor }),
  ),
  /** Ordered by label. */
  listTagPage: rpc(
    'library.tags.list-page',
    z.object({ ...pageInput, knownVersion }),
    z.object({ tags: z.array(tagView), total: z.number(), version: z.string() }),
  ),
  /**
   * Albums and photos whose titles contain every word, as one list with albums first. The file name of a photo without a title is
   * searched instead. Counts are limited to 10,000 of each kind.
   */
  searchTitles: rpc(
    'library.search.titles',
    z.object({ q: z.string().max(MAX_SEARCH_LENGTH), type: z.enum(['all', 'images', 'albums']), ...pageInput }),
    z.object({ albums: z.array(albumView), photos: z.array(photoView), total: z.number() }),
  ),
}
