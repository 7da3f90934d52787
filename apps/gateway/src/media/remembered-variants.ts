import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VariantSize } from '@daymark/contracts'
import { recordAnswer } from '../edge/request-context.ts'
import { guestOf } from '../hosts/guests.ts'
import { type Cookies, grantCookie, SESSION } from '../session/cookies.ts'
import type { Sessions } from '../session/sessions.ts'
import type { LinkAccess } from './link-access.ts'
import type { LiveDownloads } from './live-downloads.ts'
import { mediaBody } from './media-body.ts'
import type { Pictures } from './pictures.ts'
import { sendBody } from './send-body.ts'
import type { VariantLocations } from './variant-locations.ts'
import type { VisitorPictures } from './visitors/visitor-pictures.ts'
import type { Sendable, Watermarked } from './visitors/watermarked.ts'

const ADDRESS =
  /^\/media\/(?:variants|share)\/(sm|md|lg)\/([A-Za-z0-9._~-]{1,255})\.jpg(?:\?token=([A-Za-z0-9_-]{1,100}))?$/
/** As the controller calls them, so that both count together. */
const [OWN, SHARED] = ['/media/variants/:size/:file', '/media/share/:size/:file']
const UNLISTED = { 'X-Robots-Tag': 'noindex' }

export type Remembered = {
  cookies: Cookies
  sessions: Sessions
  links: LinkAccess
  locations: VariantLocations
  visitors: VisitorPictures
  pictures: Pictures
  downloads: LiveDownloads
  watermarked: Watermarked
}
/** `sent`: what is to be done once the connection has the answer, and may not have taken all of it. */
type Recalled = {
  route: string
  found: Sendable
  headers?: Record<string, string>
  sent?(response: ServerResponse): void
}
type Answerer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A variant of which permission and place are remembered is answered at once, before any routing: that is most of what a grid or a
 * gallery asks for, and routing is most of what its answer would cost. Everything else, and whatever fails, goes the ordinary way,
 * which remembers it.
 */
export function rememberedVariants(remembered: Remembered, otherwise: Answerer): Answerer {
  return (request, response) => {
    const recalled = recall(request, remembered)
    if (!recalled) return otherwise(request, response)
    const { route, found, headers, sent } = recalled
    const started = performance.now()
    const body = mediaBody(remembered.pictures, { found, how: 'inline' })
    sendBody(request, response, headers ? { ...body, headers: { ...body.headers, ...headers } } : body).then(
      () => {
        recordAnswer(route, started, response)
        sent?.(response)
      },
      () => (response.headersSent ? response.destroy() : otherwise(request, response)),
    )
  }
}

function recall(request: IncomingMessage, remembered: Remembered): Recalled | undefined {
  if (request.method !== 'GET') return undefined
  const { url = '' } = request
  const [, size, name, token] = ADDRESS.exec(url) ?? []
  if (!name) return undefined
  const wanted = { size: size as VariantSize, name }
  if (url.startsWith('/media/share/')) return token ? shared(request, { ...wanted, token }, remembered) : undefined
  return token ? undefined : own(request, wanted, remembered)
}

type Variant = { size: VariantSize; name: string }

function own(request: IncomingMessage, wanted: Variant, { cookies, sessions, locations }: Remembered) {
  const session = sessions.peek(cookies.read(request, SESSION) ?? '')
  if (!session || session.user.mustChangePassword) return undefined
  const found = locations.peekOwn(session.actor, wanted)
  return found && { route: OWN, found }
}

/** Only what is read whole: a file that is streamed must be followed from its first byte. */
function shared(
  request: IncomingMessage,
  { token, ...variant }: Variant & { token: string },
  { cookies, links, locations, visitors, pictures, downloads, watermarked }: Remembered,
): Recalled | undefined {
  const hasCookies = request.headers.cookie !== undefined
  const wanted = { ...variant, token, grant: hasCookies ? cookies.read(request, grantCookie(token)) : undefined }
  const link = links.peek(wanted)
  const allowed = link && locations.peekInGallery(link, wanted)
  if (guestOf(request) && guestOf(request)?.ownerId !== allowed?.ownerId) return undefined
  const found = allowed && watermarked.peek(allowed, wanted.size)
  if (!found || !pictures.isHeld(found)) return undefined
  const ask = () => visitors.locate(wanted, '')
  const shows = (photoId: string) => photoId === found.photoId
  const sent = (response: ServerResponse): void => {
    if (response.writableLength > 0) downloads.follow({ response, ask, shows }, allowed)
  }
  return { route: SHARED, found, headers: UNLISTED, sent }
}
