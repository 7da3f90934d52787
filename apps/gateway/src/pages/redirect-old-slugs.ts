import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { LinkAddresses } from '../visitors/link-resolver.ts'

const PAGE = /^\/share\/([A-Za-z0-9-]+)\/?$/

/**
 * A readable address that a link had before leads on to the one it has. Not for ever: its owner may take the old one again. Of a
 * link that is dead the new address is not told; the page says what there is to say.
 */
export function leadOn(addresses: LinkAddresses): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const name = ['GET', 'HEAD'].includes(request.method) ? PAGE.exec(request.path)?.[1] : undefined
    if (name === undefined) return next()
    addresses.find(name, request).then(
      found => {
        if (!found?.slug || found.slug === name) return next()
        const query = request.originalUrl.split('?')[1]
        response.setHeader('Cache-Control', 'no-store')
        response.setHeader('X-Robots-Tag', 'noindex')
        response.redirect(302, `/share/${found.slug}${query ? `?${query}` : ''}`)
      },
      // what is wrong with the address the page finds out by itself
      () => next(),
    )
  }
}
