import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { sizedUrl } from './offer.ts'
import type { Wanted } from './use-downloads.ts'

export type Size = http.PublicDownloads['sizes'][number]
/** Progress, shown to the visitor. */
export type OnProgress = (done: number, total: number) => void

export const readDownloads = (token: string, signal: AbortSignal) =>
  call(routes.getDownloads, { params: { token }, signal })

/** Polls until the server has prepared all files. Returns the download address. */
export async function prepare(
  { token, wanted, size, signal }: { token: string; wanted: Wanted; size: Size; signal: AbortSignal },
  onProgress: OnProgress,
): Promise<string> {
  const image_ids = wanted.isAlbum ? undefined : wanted.photos.map(({ id }) => id)
  const body = { size, ...(image_ids && { image_ids }) }
  for (;;) {
    const { ready, total, url } = await call(routes.prepareDownload, { params: { token }, body, signal })
    onProgress(ready, total)
    const [photo] = wanted.photos
    if (ready === total) return photo && !wanted.isAlbum && wanted.photos.length === 1 ? sizedUrl(photo, size) : url
  }
}

/** Uses the browser's download, which shows progress, resumes, and needs no memory of the page. */
export function startDownload(url: string) {
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}

export const failureText = (reason: unknown) =>
  messageOf(reason, 'The download could not be prepared. Please try again.')
