import { networkOf } from '@daymark/platform'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientAddress } from '../edge/connections.ts'
import { GALLERY_COOKIES } from '../session/cookies.ts'
import { type CustomHosts, type Guest, receive } from './custom-domains.ts'
import { requestHost } from './request-host.ts'

/** What is left of a Cookie header on a custom domain: that of galleries. The application's are nobody's business there. */
export function galleryCookies(header: string | undefined): string | undefined {
  const kept = (header ?? '').split(';').filter(pair => GALLERY_COOKIES.test(pair.trim()))
  return kept.length > 0 ? kept.join(';') : undefined
}

/**
 * Before anything else it is settled whose host a request came to, as everything behind goes by it. A host that is nobody's domain is
 * the installation's own, whatever its name. Nothing is answered as long as that is not known.
 */
export function hostsFirst(hosts: CustomHosts, trustProxy: number, next: RequestListener): RequestListener {
  return (request, response) => {
    const host = requestHost(request)
    if (host === undefined) return refuse(response, 400)
    if (hosts.isOwn(host)) return next(request, response)
    hosts.find(host, networkOf(clientAddress(request, trustProxy))).then(
      guest => {
        if (guest) admit(request, guest)
        next(request, response)
      },
      () => refuse(response, 503),
    )
  }
}

function admit(request: IncomingMessage, guest: Guest): void {
  const cookie = galleryCookies(request.headers.cookie)
  if (cookie === undefined) delete request.headers.cookie
  else request.headers.cookie = cookie
  receive(request, guest)
}

function refuse(response: ServerResponse, status: 400 | 503): void {
  response.writeHead(status, { connection: 'close', 'cache-control': 'no-store', 'content-length': 0 })
  response.end()
}
