import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { downloadUrl } from '../share-media.ts'
import type { DownloadRequest, DownloadSize } from './use-downloads.ts'

type OnProgress = (done: number, total: number) => void

export const readDownloadLimits = (token: string, signal: AbortSignal) =>
  call(routes.getDownloads, { params: { token }, signal })

const photoDownloadUrl = (photo: http.PublicImage, size: DownloadSize) =>
  size === 'original' ? downloadUrl(photo) : downloadUrl(photo).replace('/lg/', `/${size}/`)

type PrepareOptions = { token: string; request: DownloadRequest; size: DownloadSize; signal: AbortSignal }

/** Waits until the server has prepared all files. Returns the URL of the photo or the ZIP. */
export async function prepareDownload(options: PrepareOptions, onProgress: OnProgress): Promise<string> {
  const { token, request, size, signal } = options
  const { photos, isAlbum } = request
  const body = { size, ...(!isAlbum && { image_ids: photos.map(({ id }) => id) }) }
  for (;;) {
    // No delay between the requests, because the server delays each response until more files are ready.
    const { ready, total, url } = await call(routes.prepareDownload, { params: { token }, body, signal })
    onProgress(ready, total)
    const [photo] = photos
    if (ready === total) return photo && !isAlbum && photos.length === 1 ? photoDownloadUrl(photo, size) : url
  }
}

/** Starts a download. The browser shows its progress and can resume it, and the page needs no memory for it. */
export function startDownload(url: string) {
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}

export const failureText = (reason: unknown) =>
  messageOf(reason, 'The download could not be prepared. Please try again.')

/** Parses the file name of a header such as `Content-Disposition: attachment; …; filename*=UTF-8''Beach%201.jpg`. */
const parseFilename = (header: string | null, fallback: string) => {
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '') ?? []
  return name ? decodeURIComponent(name) : fallback
}

/** Downloads the photos into memory, so that they can be passed to the share sheet of the system. */
export async function fetchFiles(
  { photos, size, signal }: { photos: readonly http.PublicImage[]; size: DownloadSize; signal: AbortSignal },
  onProgress: OnProgress,
): Promise<File[]> {
  const files: File[] = []
  for (const photo of photos) {
    onProgress(files.length, photos.length)
    const response = await fetch(photoDownloadUrl(photo, size), { credentials: 'include', signal })
    if (!response.ok) throw new Error(`The photo could not be downloaded: ${response.status}`)
    const { headers } = response
    const name = parseFilename(headers.get('content-disposition'), photo.filename)
    files.push(new File([await response.blob()], name, { type: headers.get('content-type') ?? 'image/jpeg' }))
  }
  onProgress(files.length, photos.length)
  return files
}

/**
 * The result of opening the share sheet. `press again`: too much time has passed since the click, so the browser
 * requires another one.
 */
type ShareOutcome = 'shared' | 'press again' | 'canceled' | 'impossible'
export async function shareFiles(files: File[]): Promise<ShareOutcome> {
  if (!navigator.canShare({ files })) return 'impossible'
  try {
    await navigator.share({ files })
    return 'shared'
  } catch (reason) {
    const name = reason instanceof DOMException ? reason.name : ''
    if (name === 'NotAllowedError') return 'press again'
    return name === 'AbortError' ? 'canceled' : 'impossible'
  }
}
