import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VariantSize } from '@daymark/contracts'
import { recordAnswer } from '../edge/request-context.ts'
import { guestOf } from '../custom-domains/custom-domains.ts'
import { type Cookies, grantCookie, SESSION } from '../session/cookies.ts'
import type { Sessions } from '../session/sessions.ts'
import type { FileSender } from './file-sender.ts'
import type { LinkAccess } from './visitors/link-access.ts'
import type { LiveDownloads } from './visitors/active-visitor-downloads.ts'
import type { VariantLocations } from './variant-locations.ts'
import type { VisitorPictures } from './visitors/visitor-pictures.ts'
import type { Sendable, Watermarked } from './visitors/watermarked.ts'

const ADDRESS =
  /^\/media\/(?:variants|share)\/(sm|md|lg)\/([A-Za-z0-9._~-]{1,255})\.jpg(?:\?token=([A-Za-z0-9_-]{1,100}))?$/
/** The routes of the controllers, so that metrics count both together. */
const [OWN, SHARED] = ['/media/variants/:size/:file', '/media/share/:size/:file']
const UNLISTED = { 'X-Robots-Tag': 'noindex' }

type Parts = {
  cookies: Cookies
  sessions: Sessions
  links: LinkAccess
  locations: VariantLocations
  visitors: VisitorPictures
  files: FileSender
  downloads: LiveDownloads
  watermarked: Watermarked
}
/** `sent`: runs when the connection has the answer, of which the client may not have received all. */
type Cached = {
  route: string
  found: Sendable
  headers?: Record<string, string>
  sent?(response: ServerResponse): void
}
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Answers a variant whose permission and location are cached before any routing. Most requests of a grid are of this kind, and routing
 * is most of what they would cost (docs/adr/0054). Everything else, and every failure, goes through the controllers, which fill the
 * caches.
 */
export function cachedVariantFastPath(parts: Parts, next: Handler): Handler {
  return (request, response) => {
    const cached = find(request, parts)
    if (!cached) return next(request, response)
    const { route, found, headers, sent } = cached
    const started = performance.now()
    parts.files.send(request, response, { found, how: 'inline', headers }).then(
      () => {
        recordAnswer(route, started, response)
        sent?.(response)
      },
      () => (response.headersSent ? response.destroy() : next(request, response)),
    )
  }
}

function find(request: IncomingMessage, parts: Parts): Cached | undefined {
  if (request.method !== 'GET') return undefined
  const { url = '' } = request
  const [, size, name, token] = ADDRESS.exec(url) ?? []
  if (!name) return undefined
  const wanted = { size: size as VariantSize, name }
  if (url.startsWith('/media/share/')) return token ? shared(request, { ...wanted, token }, parts) : undefined
  return token ? undefined : own(request, wanted, parts)
}

type Variant = { size: VariantSize; name: string }

function own(request: IncomingMessage, wanted: Variant, { cookies, sessions, locations }: Parts) {
  const session = sessions.peek(cookies.read(request, SESSION) ?? '')
  if (!session || session.user.mustChangePassword) return undefined
  const found = locations.peekOwn(session.actor, wanted)
  return found && { route: OWN, found }
}

/** Only files that are sent whole: LiveDownloads must follow a stream from its first byte. */
function shared(
  request: IncomingMessage,
  { token, ...variant }: Variant & { token: string },
  { cookies, links, locations, visitors, files, downloads, watermarked }: Parts,
): Cached | undefined {
  const hasCookies = request.headers.cookie !== undefined
  const wanted = { ...variant, token, grant: hasCookies ? cookies.read(request, grantCookie(token)) : undefined }
  const link = links.peek(wanted)
  const allowed = link && locations.peekInGallery(link, wanted)
  if (guestOf(request) && guestOf(request)?.ownerId !== allowed?.ownerId) return undefined
  const found = allowed && watermarked.peek(allowed, wanted.size)
  if (!found || !files.isSentWhole(found)) return undefined
  const ask = () => visitors.locate(wanted, '')
  const shows = (photoId: string) => photoId === found.photoId
  const sent = (response: ServerResponse): void => {
    if (response.writableLength > 0) downloads.follow({ response, ask, shows }, allowed)
  }
  return { route: SHARED, found, headers: UNLISTED, sent }
}
