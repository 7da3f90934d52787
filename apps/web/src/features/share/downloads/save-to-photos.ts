import type { http } from '@daymark/contracts'
import { sizedUrl } from './offer.ts'
import type { OnProgress, Size } from './prepare.queries.ts'

/** `Content-Disposition: attachment; …; filename*=UTF-8''Beach%201.jpg` */
const nameIn = (header: string | null, otherwise: string) => {
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '') ?? []
  return name ? decodeURIComponent(name) : otherwise
}

/** The photos as files, for the system's share sheet. */
export async function fetchFiles(
  { photos, size, signal }: { photos: readonly http.PublicImage[]; size: Size; signal: AbortSignal },
  onProgress: OnProgress,
): Promise<File[]> {
  const files: File[] = []
  for (const photo of photos) {
    onProgress(files.length, photos.length)
    const answer = await fetch(sizedUrl(photo, size), { credentials: 'include', signal })
    if (!answer.ok) throw new Error(`a photo was not given: ${answer.status}`)
    const { headers } = answer
    const name = nameIn(headers.get('content-disposition'), photo.filename)
    files.push(new File([await answer.blob()], name, { type: headers.get('content-type') ?? 'image/jpeg' }))
  }
  onProgress(files.length, photos.length)
  return files
}

/** `press again`: fetching took longer than the browser's user activation lasts. */
export type Shared = 'shared' | 'press again' | 'cancelled' | 'impossible'
export async function shareFiles(files: File[]): Promise<Shared> {
  if (!navigator.canShare({ files })) return 'impossible'
  try {
    await navigator.share({ files })
    return 'shared'
  } catch (reason) {
    const name = reason instanceof DOMException ? reason.name : ''
    if (name === 'NotAllowedError') return 'press again'
    return name === 'AbortError' ? 'cancelled' : 'impossible'
  }
}
