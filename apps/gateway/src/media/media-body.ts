import { contentDisposition } from '../helpers/content-disposition.ts'
import { SANDBOX } from '../edge/security-headers.ts'
import { patched } from '@daymark/storage'
import type { Pictures } from './pictures.ts'
import type { Body } from './send-body.ts'
import type { Sendable } from './visitors/watermarked.ts'

/**
 * A file under this name never changes, but whether somebody may see it does: a session or a link ends (rule 33), and what the
 * browser keeps is then for nobody. Its question whether it may show what it has is answered without bytes.
 */
const ASK_AGAIN = 'private, no-cache'

export type Sending = { found: Sendable; how: 'inline' | 'attachment' }

/** A file as it is sent. It came from outside, so whatever it turns out to be, a browser shows it as a picture or not at all. */
export function mediaBody(pictures: Pictures, { found, how }: Sending): Body {
  return {
    size: found.size,
    etag: `"${found.sha256.slice(0, 32)}"`,
    headers: {
      'Content-Type': found.mimeType,
      'Content-Disposition': contentDisposition(how, found.downloadName),
      'Content-Security-Policy': SANDBOX,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': ASK_AGAIN,
    },
    open: async (range, response) => patched(await pictures.open(found, response, range), found.patches, range?.start),
  }
}
