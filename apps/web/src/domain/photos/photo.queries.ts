import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { FAVORITES_COVER_FETCH_LIMIT, MAX_LIST_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { cachedQuery, type CachedQuery } from '../cache/use-cached.ts'
import { isFiltered, type PhotoFilters } from './photo-filters.ts'

/** L-PHOTO-20: reads one page of photos, cached by filters and page. Pages count from 1. */
export const photoPageQuery = (page: number, filters: PhotoFilters) =>
  cachedQuery(isFiltered(filters) ? 'searchResults' : 'images', routes.listImages, {
    query: { ...filters, limit: PHOTOS_PAGE_SIZE, offset: (page - 1) * PHOTOS_PAGE_SIZE },
  })

/** L-AD-11: reads the library, or its search results, for the photo picker. */
export const allPhotosQuery = (q = '') =>
  cachedQuery(q ? 'searchResults' : 'images', routes.listImages, { query: { q, limit: MAX_LIST_LIMIT } })

const LIKED_FILTER = { is_favorite: 'true' }

/** L-ALB-07: reads the newest liked photos, for the cover of Favorites, and their total. */
export const newestFavoritesQuery = () =>
  cachedQuery('favorites', routes.listImages, { query: { ...LIKED_FILTER, limit: FAVORITES_COVER_FETCH_LIMIT } })

/** Reads one page of the liked photos. Pages count from 1. */
export const favoritePageQuery = (page: number): CachedQuery<http.ImageList> => ({
  ...photoPageQuery(page, LIKED_FILTER),
  type: 'favorites',
})

/** Whether a cached list contains only liked photos. True for the Favorites album. */
export const containsOnlyLiked = (key: readonly unknown[], data: object) =>
  String(key[1]).includes('is_favorite=true') || ('is_favorites' in data && data.is_favorites === true)
