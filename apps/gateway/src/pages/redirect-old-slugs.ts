import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { LinkResolver } from '../visitors/link-resolver.ts'

const PAGE = /^\/share\/([A-Za-z0-9-]+)\/?$/

/**
 * Redirects a former name of a link to its current one. The redirect is temporary because the owner can use the former name again. The
 * name of an ended link is not revealed.
 */
export function redirectOldSlugs(linkResolver: LinkResolver): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const name = ['GET', 'HEAD'].includes(request.method) ? PAGE.exec(request.path)?.[1] : undefined
    if (name === undefined) return next()
    linkResolver.find(name, request).then(
      found => {
        if (!found?.slug || found.slug === name) return next()
        const query = request.originalUrl.split('?')[1]
        response.setHeader('Cache-Control', 'no-store')
        response.setHeader('X-Robots-Tag', 'noindex')
        response.redirect(302, `/share/${found.slug}${query ? `?${query}` : ''}`)
      },
      // The page reports errors of the link.
      () => next(),
    )
  }
}
