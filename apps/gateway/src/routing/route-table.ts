import { errors, type Route, routes, v1 } from '@daymark/contracts'
import type { NextFunction, Request, Response } from 'express'

const isRoute = (value: unknown): value is Route => (value as { kind?: string }).kind === 'route'
export const allRoutes: Route[] = [...Object.values(routes), ...Object.values(v1)].filter(isRoute)
const calls = allRoutes.map(({ method, path }) => ({ method, segments: path.split('/') }))
/** Most calls need not be looked at: their paths have another number of segments. */
const callsByLength = Map.groupBy(calls, ({ segments }) => segments.length)

/** Methods of all calls at this path; none: there is no such path. */
export function methodsOf(path: string): string[] {
  const given = path.split('/')
  const fits = (segment: string, i: number): boolean =>
    segment === given[i] || (segment.startsWith(':') && given[i] !== '')
  const matching = (callsByLength.get(given.length) ?? []).filter(({ segments }) => segments.every(fits))
  // the path with the fewest parameters counts: `/api/shares/track` is no share with the id "track"
  const parametersOf = ({ segments }: { segments: string[] }) => segments.filter(one => one.startsWith(':')).length
  const fewest = Math.min(...matching.map(parametersOf))
  const methods = new Set<string>(matching.filter(one => parametersOf(one) === fewest).map(({ method }) => method))
  if (methods.size === 0) return []
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

/** Answers OPTIONS, and 405 for a method that a known path does not have. */
export function checkMethod(request: Request, response: Response, next: NextFunction): void {
  const methods = methodsOf(request.path)
  // A preflight must succeed, or a page could not read that there is no such path.
  const isPreflight = request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined
  if (methods.length === 0 && !isPreflight) return next()
  refuseOtherMethods(methods, request, response, next)
}

/** For an address that is known to exist. */
export function refuseOtherMethods(methods: string[], request: Request, response: Response, next: NextFunction): void {
  const allow = methods.join(', ')
  if (request.method === 'OPTIONS') response.setHeader('Allow', allow).status(204).end()
  else if (methods.includes(request.method)) next()
  else throw errors.METHOD_NOT_ALLOWED({ allow })
}
