import type { Located, Patches } from '@daymark/contracts'
import { contentDisposition } from '../http/content-disposition.ts'
import { SANDBOX } from '../http/security-headers.ts'
import { patched } from './patched.ts'
import type { Pictures } from './pictures.ts'
import type { Body } from './send-body.ts'

/** A file under this name never changes; only whether somebody may see it does. */
const FOR_EVER = 'private, max-age=31536000, immutable'
/** The link is asked at every request, so the browser must do so too (READINGS 33). */
export const ASK_AGAIN = 'private, no-cache'

export type Sending = { found: Located & { patches?: Patches }; how: 'inline' | 'attachment'; caching?: string }

/** A file as it is sent. It came from outside, so whatever it turns out to be, a browser shows it as a picture or not at all. */
export function mediaBody(pictures: Pictures, { found, how, caching = FOR_EVER }: Sending): Body {
  return {
    size: found.size,
    etag: `"${found.sha256.slice(0, 32)}"`,
    headers: {
      'Content-Type': found.mimeType,
      'Content-Disposition': contentDisposition(how, found.downloadName),
      'Content-Security-Policy': SANDBOX,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': caching,
    },
    open: async range => patched(await pictures.open(found, range), found.patches, range?.start),
  }
}
