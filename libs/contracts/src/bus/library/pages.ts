import { z } from 'zod'
import { rpc } from '../define.ts'
import { albumView, manifestPhoto, paged, photoView, tagView } from './views.ts'
import { MAX_SEARCH } from '../../rules/limits.ts'

/** Where the page before ended, as it was answered; INVALID_INPUT for anything else. */
const after = z.string().max(400).optional()
/** For the next page; null: there is none. */
const next = z.string().nullable()

const knownVersion = z.string().optional().describe('Version of the library. If it is unchanged, nothing is listed.')

/** What lists of photos are asked and answer beside their filter. */
export const behindCursor = {
  asked: {
    knownVersion,
    withNext: z.boolean().optional().describe('Whether to return `next`. Only with the default order.'),
    after: after.describe('Used instead of `offset`, with `withNext`.'),
  },
  answered: {
    next: next.optional(),
    version: z.string().optional().describe('Version of the library, if the request named one.'),
  },
}

/** Lists of the public API: every one a page, however large a library is. */
export const libraryPages = {
  /** Favorites first, then the newest. `after` counts instead of `offset`. */
  listAlbumPage: rpc(
    'library.albums.list-page',
    z.object({ ...paged, after }),
    z.object({ albums: z.array(albumView), total: z.number(), next }),
  ),
  /** The photos of an album in its order. ALBUM_NOT_FOUND. */
  listManifest: rpc(
    'library.albums.manifest',
    z.object({ id: z.string(), limit: z.number().int().min(1).max(1000), after }),
    z.object({ photos: z.array(manifestPhoto), next }),
  ),
  /** By label. */
  listTagPage: rpc(
    'library.tags.list-page',
    z.object({ ...paged, knownVersion }),
    z.object({ tags: z.array(tagView), total: z.number(), version: z.string() }),
  ),
  /**
   * Albums and photos whose titles hold every word, albums first, as one list: `limit` and `offset` are of both together. A photo
   * without a title goes by the name of its file. Of each kind no more than 10,000 are counted.
   */
  searchTitles: rpc(
    'library.search.titles',
    z.object({ q: z.string().max(MAX_SEARCH), type: z.enum(['all', 'images', 'albums']), ...paged }),
    z.object({ albums: z.array(albumView), photos: z.array(photoView), total: z.number() }),
  ),
}
