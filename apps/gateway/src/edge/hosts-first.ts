import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { networkOf } from '@daymark/platform'
import type { CustomHosts } from '../hosts/custom-hosts.ts'
import { galleryCookies } from '../hosts/gallery-cookies.ts'
import { type Guest, receive } from '../hosts/guests.ts'
import { requestHost } from '../hosts/request-host.ts'
import { clientAddress } from './connections.ts'

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
