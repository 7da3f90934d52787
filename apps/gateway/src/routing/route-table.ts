import { errors, type Route, routes, v1 } from '@daymark/contracts'
import type { NestExpressApplication } from '@nestjs/platform-express'
import type { NextFunction, Request, Response } from 'express'

const isRoute = (value: unknown): value is Route => (value as { kind?: string }).kind === 'route'
export const allRoutes: Route[] = [...Object.values(routes), ...Object.values(v1)].filter(isRoute)
const routeSegments = allRoutes.map(({ method, path }) => ({ method, segments: path.split('/') }))
/** Routes by number of path segments, so that a path is compared with few routes only. */
const routesByLength = Map.groupBy(routeSegments, ({ segments }) => segments.length)

/** Methods of all routes that match this path; empty if there are none. */
export function findMethods(path: string): string[] {
  const pathSegments = path.split('/')
  const matchesSegment = (segment: string, i: number): boolean =>
    segment === pathSegments[i] || (segment.startsWith(':') && pathSegments[i] !== '')
  const matchingRoutes = (routesByLength.get(pathSegments.length) ?? []).filter(({ segments }) =>
    segments.every(matchesSegment),
  )
  // The path with the fewest parameters counts: `/api/shares/track` is not a share with the id "track".
  const countParameters = ({ segments }: { segments: string[] }) =>
    segments.filter(entry => entry.startsWith(':')).length
  const fewestParameters = Math.min(...matchingRoutes.map(countParameters))
  const methods = new Set<string>(
    matchingRoutes.filter(entry => countParameters(entry) === fewestParameters).map(({ method }) => method),
  )
  if (methods.size === 0) return []
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

/** Responds to OPTIONS, and with 405 to a method that the path does not support. */
export function checkMethod(request: Request, response: Response, next: NextFunction): void {
  const methods = findMethods(request.path)
  // The preflight for an unknown path must succeed too, so that a page can read the 404 that follows.
  const isPreflight = request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined
  if (methods.length === 0 && !isPreflight) return next()
  rejectOtherMethods(methods, request, response, next)
}

/** For a path that exists: responds to OPTIONS, and with 405 to other methods than `methods`. */
export function rejectOtherMethods(methods: string[], request: Request, response: Response, next: NextFunction): void {
  const allow = methods.join(', ')
  if (request.method === 'OPTIONS') response.setHeader('Allow', allow).status(204).end()
  else if (methods.includes(request.method)) next()
  else throw errors.METHOD_NOT_ALLOWED({ allow })
}

/** `//`, `/./`, `/../`, a backslash, or an unreserved character (letter, digit, `-`, `.`, `_`, `~`) that is percent-encoded. */
const NON_CANONICAL = /\/\/|\/\.{1,2}(?:\/|$)|\\|%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/** Makes paths case-sensitive and rejects a trailing slash. */
export function enableStrictRouting(app: NestExpressApplication): void {
  // The Express settings of the same names have no effect after the router was created.
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true, strict: true })
}

/**
 * Each URL has one canonical form, so that limits, caches, the cross-site check and the log see the same path as the router. The
 * response to other forms is 404.
 */
export function rejectNonCanonicalUrls(request: Request, _: Response, next: NextFunction): void {
  if (NON_CANONICAL.test(request.path)) throw errors.NOT_FOUND()
  next()
}
