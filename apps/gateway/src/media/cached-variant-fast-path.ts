import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VariantSize } from '@daymark/contracts'
import { recordResponse } from '../edge/request-context.ts'
import { customDomainOf } from '../custom-domains/custom-domains.ts'
import { type Cookies, grantCookieName, SESSION_COOKIE } from '../session/cookies.ts'
import type { SessionLookup } from '../session/sessions.ts'
import type { FileSender } from './file-sender.ts'
import type { LinkAccess } from './visitors/link-access.ts'
import type { ActiveVisitorDownloads } from './visitors/active-visitor-downloads.ts'
import type { VariantLocations, VariantRequest } from './variant-locations.ts'
import type { VisitorPictures } from './media.controllers.ts'
import type { SendableFile, WatermarkedFileLocator } from './visitors/watermarked.ts'
import { NOINDEX_HEADERS } from '../edge/security-headers.ts'

const VARIANT_URL =
  /^\/media\/(?:variants|share)\/(sm|md|lg)\/([A-Za-z0-9._~-]{1,255})\.jpg(?:\?token=([A-Za-z0-9_-]{1,100}))?$/
/** Routes of the controllers for the same URLs, so that metrics count fast and routed requests together. */
const [OWN_ROUTE, SHARED_ROUTE] = ['/media/variants/:size/:file', '/media/share/:size/:file']

type FastPathDependencies = {
  cookies: Cookies
  sessions: SessionLookup
  links: LinkAccess
  locations: VariantLocations
  visitors: VisitorPictures
  files: FileSender
  downloads: ActiveVisitorDownloads
  watermarked: WatermarkedFileLocator
}
/** `onSent` runs when the response was passed to the connection. The client may not have received all of it. */
type CachedResponse = {
  route: string
  file: SendableFile
  headers?: Record<string, string>
  onSent?(response: ServerResponse): void
}
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Sends a variant whose permission and location are cached, before Express routes the request. Most requests of a photo grid are for such
 * variants, and routing would be most of their cost (docs/adr/0054). All other requests, and all failures, go through the controllers,
 * which fill the caches.
 */
export function cachedVariantFastPath(dependencies: FastPathDependencies, next: Handler): Handler {
  return (request, response) => {
    const cachedResponse = findCachedResponse(request, dependencies)
    if (!cachedResponse) return next(request, response)
    const { route, file, headers, onSent } = cachedResponse
    const startedAt = performance.now()
    dependencies.files.send(request, response, { file, disposition: 'inline', headers }).then(
      () => {
        recordResponse(route, startedAt, response)
        onSent?.(response)
      },
      () => (response.headersSent ? response.destroy() : next(request, response)),
    )
  }
}

function findCachedResponse(request: IncomingMessage, dependencies: FastPathDependencies): CachedResponse | undefined {
  if (request.method !== 'GET') return undefined
  const { url = '' } = request
  const [, size, name, token] = VARIANT_URL.exec(url) ?? []
  if (!name) return undefined
  const variantRequest = { size: size as VariantSize, name }
  if (url.startsWith('/media/share/'))
    return token ? findSharedVariant(request, { ...variantRequest, token }, dependencies) : undefined
  return token ? undefined : findOwnVariant(request, variantRequest, dependencies)
}

function findOwnVariant(
  request: IncomingMessage,
  variantRequest: VariantRequest,
  { cookies, sessions, locations }: FastPathDependencies,
) {
  const session = sessions.peek(cookies.read(request, SESSION_COOKIE) ?? '')
  if (!session || session.user.mustChangePassword) return undefined
  const file = locations.peekOwn(session.actor, variantRequest)
  return file && { route: OWN_ROUTE, file }
}

/** Finds only files that are sent in one piece, because ActiveVisitorDownloads must track a streamed file from its first byte. */
function findSharedVariant(
  request: IncomingMessage,
  { token, ...variant }: VariantRequest & { token: string },
  { cookies, links, locations, visitors, files, downloads, watermarked }: FastPathDependencies,
): CachedResponse | undefined {
  const hasCookies = request.headers.cookie !== undefined
  const variantRequest = {
    ...variant,
    token,
    grant: hasCookies ? cookies.read(request, grantCookieName(token)) : undefined,
  }
  const link = links.peek(variantRequest)
  const sharedFile = link && locations.peekInGallery(link, variantRequest)
  if (customDomainOf(request) && customDomainOf(request)?.ownerId !== sharedFile?.ownerId) return undefined
  const file = sharedFile && watermarked.peek(sharedFile, variantRequest.size)
  if (!file || !files.isSentWhole(file)) return undefined
  const onSent = (response: ServerResponse): void => {
    if (response.writableLength > 0) downloads.track(visitors.toDownload(variantRequest, '', response), sharedFile)
  }
  return { route: SHARED_ROUTE, file, headers: NOINDEX_HEADERS, onSent }
}
