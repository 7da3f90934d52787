import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Located, VariantSize } from '@daymark/contracts'
import { recordAnswer } from '../edge/request-context.ts'
import { type Cookies, SESSION } from '../session/cookies.ts'
import type { Sessions } from '../session/sessions.ts'
import type { MediaAccess } from './media-access.ts'
import { mediaBody } from './media-body.ts'
import type { Pictures } from './pictures.ts'
import { sendBody } from './send-body.ts'

const VARIANT = /^\/media\/variants\/(sm|md|lg)\/([A-Za-z0-9._~-]{1,255})\.jpg$/
/** As the controller calls it, so that both count together. */
const ROUTE = '/media/variants/:size/:file'
export type Remembered = { cookies: Cookies; sessions: Sessions; access: MediaAccess; pictures: Pictures }

type Answerer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A variant of which session and permission are remembered is answered at once, before any routing: that is most of what a
 * photographer's grid asks for, and routing is most of what its answer would cost. Everything else, and whatever fails, goes the
 * ordinary way, which remembers it.
 */
export function rememberedVariants(remembered: Remembered, otherwise: Answerer): Answerer {
  return (request, response) => {
    const found = recall(request, remembered)
    if (!found) return otherwise(request, response)
    const started = performance.now()
    sendBody(request, response, mediaBody(remembered.pictures, { found, how: 'inline' })).then(
      () => recordAnswer(ROUTE, started, response),
      () => (response.headersSent ? response.destroy() : otherwise(request, response)),
    )
  }
}

function recall(request: IncomingMessage, { cookies, sessions, access }: Remembered): Located | undefined {
  if (request.method !== 'GET') return undefined
  const [, size, name] = VARIANT.exec(request.url ?? '') ?? []
  if (!name) return undefined
  const session = sessions.peek(cookies.read(request, SESSION) ?? '')
  if (!session || session.user.mustChangePassword) return undefined
  return access.peekOwn(session.actor, { size: size as VariantSize, name })
}
