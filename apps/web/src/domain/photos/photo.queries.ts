import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { FAVORITES_COVER_FETCH_LIMIT, MAX_LIST_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { urlOf, call } from '../../lib/api.ts'
import type { CachedQuery } from '../cache/use-cached.ts'
import { isFiltered, type PhotoFilters } from './photo-filters.ts'

const prepareImageList = (query: Record<string, string | number | undefined>) => ({
  url: urlOf(routes.listImages, { query }),
  read: (signal: AbortSignal) => call(routes.listImages, { query, signal }),
})

/** L-PHOTO-20: reads one page of photos, cached by filters and page. Pages count from 1. */
export function photoPageQuery(page: number, filters: PhotoFilters): CachedQuery<http.ImageList> {
  const { url, read } = prepareImageList({
    ...filters,
    limit: PHOTOS_PAGE_SIZE,
    offset: (page - 1) * PHOTOS_PAGE_SIZE,
  })
  return { type: isFiltered(filters) ? 'searchResults' : 'images', key: [url], read }
}

/** L-AD-11: reads the library, or its search results, for the photo picker. */
export function allPhotosQuery(q = ''): CachedQuery<http.ImageList> {
  const { url, read } = prepareImageList({ q, limit: MAX_LIST_LIMIT })
  return { type: q ? 'searchResults' : 'images', key: [url], read }
}

const LIKED_FILTER = { is_favorite: 'true' }

/** L-ALB-07: reads the newest liked photos, for the cover of Favorites, and their total. */
export function newestFavoritesQuery(): CachedQuery<http.ImageList> {
  const { url, read } = prepareImageList({ ...LIKED_FILTER, limit: FAVORITES_COVER_FETCH_LIMIT })
  return { type: 'favorites', key: [url], read }
}

/** Reads one page of the liked photos. Pages count from 1. */
export function favoritePageQuery(page: number): CachedQuery<http.ImageList> {
  return { ...photoPageQuery(page, LIKED_FILTER), type: 'favorites' }
}

/** Whether a cached list contains only liked photos. True for the Favorites album. */
export const containsOnlyLiked = (key: readonly unknown[], data: object) =>
  String(key[1]).includes('is_favorite=true') || ('is_favorites' in data && data.is_favorites === true)
