import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VariantSize } from '@daymark/contracts'
import { recordResponse } from '../edge/request-context.ts'
import { customDomainOf } from '../custom-domains/custom-domains.ts'
import { type Cookies, grantCookie, SESSION } from '../session/cookies.ts'
import type { Sessions } from '../session/sessions.ts'
import type { FileSender } from './file-sender.ts'
import type { LinkAccess } from './visitors/link-access.ts'
import type { ActiveVisitorDownloads } from './visitors/active-visitor-downloads.ts'
import type { VariantLocations } from './variant-locations.ts'
import type { VisitorPictures } from './media.controllers.ts'
import type { Sendable, WatermarkedFiles } from './visitors/watermarked.ts'

const VARIANT_URL =
  /^\/media\/(?:variants|share)\/(sm|md|lg)\/([A-Za-z0-9._~-]{1,255})\.jpg(?:\?token=([A-Za-z0-9_-]{1,100}))?$/
/** Routes of the controllers for the same URLs, so that metrics count fast and routed requests together. */
const [OWN_ROUTE, SHARED_ROUTE] = ['/media/variants/:size/:file', '/media/share/:size/:file']
const NOINDEX = { 'X-Robots-Tag': 'noindex' }

type Parts = {
  cookies: Cookies
  sessions: Sessions
  links: LinkAccess
  locations: VariantLocations
  visitors: VisitorPictures
  files: FileSender
  downloads: ActiveVisitorDownloads
  watermarked: WatermarkedFiles
}
/** `onSent` runs when the response was passed to the connection. The client may not have received all of it. */
type Cached = {
  route: string
  found: Sendable
  headers?: Record<string, string>
  onSent?(response: ServerResponse): void
}
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Sends a variant whose permission and location are cached, before Express routes the request. Most requests of a grid are of this kind,
 * and routing would be most of their cost (docs/adr/0054). All other requests, and all failures, go through the controllers, which fill
 * the caches.
 */
export function cachedVariantFastPath(parts: Parts, next: Handler): Handler {
  return (request, response) => {
    const cached = find(request, parts)
    if (!cached) return next(request, response)
    const { route, found, headers, onSent } = cached
    const started = performance.now()
    parts.files.send(request, response, { found, how: 'inline', headers }).then(
      () => {
        recordResponse(route, started, response)
        onSent?.(response)
      },
      () => (response.headersSent ? response.destroy() : next(request, response)),
    )
  }
}

function find(request: IncomingMessage, parts: Parts): Cached | undefined {
  if (request.method !== 'GET') return undefined
  const { url = '' } = request
  const [, size, name, token] = VARIANT_URL.exec(url) ?? []
  if (!name) return undefined
  const wanted = { size: size as VariantSize, name }
  if (url.startsWith('/media/share/')) return token ? findShared(request, { ...wanted, token }, parts) : undefined
  return token ? undefined : findOwn(request, wanted, parts)
}

type Variant = { size: VariantSize; name: string }

function findOwn(request: IncomingMessage, wanted: Variant, { cookies, sessions, locations }: Parts) {
  const session = sessions.peek(cookies.read(request, SESSION) ?? '')
  if (!session || session.user.mustChangePassword) return undefined
  const found = locations.peekOwn(session.actor, wanted)
  return found && { route: OWN_ROUTE, found }
}

/** Only files that are sent whole: ActiveVisitorDownloads must follow a stream from its first byte. */
function findShared(
  request: IncomingMessage,
  { token, ...variant }: Variant & { token: string },
  { cookies, links, locations, visitors, files, downloads, watermarked }: Parts,
): Cached | undefined {
  const hasCookies = request.headers.cookie !== undefined
  const wanted = { ...variant, token, grant: hasCookies ? cookies.read(request, grantCookie(token)) : undefined }
  const link = links.peek(wanted)
  const allowed = link && locations.peekInGallery(link, wanted)
  if (customDomainOf(request) && customDomainOf(request)?.ownerId !== allowed?.ownerId) return undefined
  const found = allowed && watermarked.peek(allowed, wanted.size)
  if (!found || !files.isSentWhole(found)) return undefined
  const authorize = () => visitors.locate(wanted, '')
  const contains = (photoId: string) => photoId === found.photoId
  const onSent = (response: ServerResponse): void => {
    if (response.writableLength > 0) downloads.follow({ response, authorize, contains }, allowed)
  }
  return { route: SHARED_ROUTE, found, headers: NOINDEX, onSent }
}
