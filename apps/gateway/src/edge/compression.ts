import compression from 'compression'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** Pictures are compressed already; events must not wait in a buffer. */
export function compressText(): RequestHandler {
  const compress = compression({ threshold: 1024 })
  return (request: Request, response: Response, next: NextFunction) =>
    /^\/(media\/|api\/events$)/.test(request.path) ? next() : compress(request, response, next)
}
