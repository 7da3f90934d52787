import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'

export const readNews = (token: string, signal: AbortSignal): Promise<http.GalleryNews> =>
  call(routes.getGalleryNews, { params: { token }, signal })

/** Later photos are reported as new again. */
export const markSeen = (token: string, mark: string): Promise<http.GalleryNews> =>
  call(routes.markNewsSeen, { params: { token }, body: { mark } })
