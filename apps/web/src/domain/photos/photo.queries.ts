import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { FAVORITES_COVER_FETCH, LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { addressOf, call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'
import { isFiltered, type PhotoFilters } from './photo-filters.ts'

const readImages = (query: Record<string, string | number | undefined>) => ({
  address: addressOf(routes.listImages, { query }),
  read: (signal: AbortSignal) => call(routes.listImages, { query, signal }),
})

/** One page of photos, cached by its filters and page (L-PHOTO-20). Pages count from 1. */
export function photoPage(page: number, filters: PhotoFilters): CachedRead<http.ImageList> {
  const { address, read } = readImages({ ...filters, limit: PHOTOS_PAGE_SIZE, offset: (page - 1) * PHOTOS_PAGE_SIZE })
  return { type: isFiltered(filters) ? 'searchResults' : 'images', key: [address], read }
}

/** The whole library, or its search results, for the picker (L-AD-11). */
export function allPhotos(q = ''): CachedRead<http.ImageList> {
  const { address, read } = readImages({ q, limit: LIBRARY_FETCH_LIMIT })
  return { type: q ? 'searchResults' : 'images', key: [address], read }
}

const LIKED = { is_favorite: 'true' }

/** The first liked photos, for the Favorites cover (L-ALB-07), and their total. */
export function newestFavorites(): CachedRead<http.ImageList> {
  const { address, read } = readImages({ ...LIKED, limit: FAVORITES_COVER_FETCH })
  return { type: 'favorites', key: [address], read }
}

/** One page of the liked photos. Pages count from 1. */
export function favoritePage(page: number): CachedRead<http.ImageList> {
  return { ...photoPage(page, LIKED), type: 'favorites' }
}

/** Whether a cached list contains liked photos only, including the Favorites album. */
export const holdsOnlyLiked = (key: readonly unknown[], data: object) =>
  String(key[1]).includes('is_favorite=true') || ('is_favorites' in data && data.is_favorites === true)
