import { beginRequestSpan, context, type Logger, metrics } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { whenClosed } from '../http/when-closed.ts'

/** Path segments that may be logged: fixed ones (shorter than a token) and ids. Any other segment may be the token of a link. */
const LOGGABLE_SEGMENT = /^(?:v1|[A-Za-z.-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Segments before the token or name of a link. They also precede variant sizes, which are not secret and have two characters. */
const SEGMENT_BEFORE_LINK = /^(?:share|public)$/i

/** The path without segments that may be secret, for the log. */
export const redactPath = (path: string): string =>
  path
    .split('/')
    .map((segment, i, segments) =>
      LOGGABLE_SEGMENT.test(segment) && !isLinkAddress(segment, segments[i - 1]) ? segment : '[…]',
    )
    .join('/')

const isLinkAddress = (segment: string, previousSegment = ''): boolean =>
  segment.length > 2 && SEGMENT_BEFORE_LINK.test(previousSegment)

/**
 * Which side closed a connection before the response was complete: the client, or this server because of a limit or an error. The log
 * contains the result to explain interrupted uploads.
 */
function findClosingSide({ readableEnded, errored }: Pick<Socket, 'readableEnded' | 'errored'>): 'client' | 'server' {
  const isReset = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes((errored as NodeJS.ErrnoException | null)?.code ?? '')
  return readableEnded || isReset ? 'client' : 'server'
}

const REQUEST_ID_HEADER = 'X-Request-Id'
/** Accepted form of an id from a proxy in front. Other characters could forge log lines. */
const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{8,64}$/
/** The status that nginx logs if the client closed the connection. */
const CLIENT_CLOSED_STATUS = 499
/** Frequent requests, logged at debug level unless they fail. */
const QUIET_PATHS = /^\/(media|assets|healthz|readyz)(\/|$)/

const requestDuration = metrics.histogram('http.server.request.duration', 'Time to answer one HTTP request')
const activeRequests = metrics.upDownCounter('http.server.active_requests', { description: 'Running HTTP requests' })
/** Other methods share one label because clients can send any word. */
const LABELED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const requestIdOf = (response: Response): string => String(response.getHeader(REQUEST_ID_HEADER) ?? '')

/** Gives every request an id and logs one line when it ends. The line never contains the token of a link (rule 43). */
export function requestContext(log: Logger, sendError: (response: Response) => void): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const receivedId = request.get(REQUEST_ID_HEADER)
    const requestId = receivedId !== undefined && REQUEST_ID_PATTERN.test(receivedId) ? receivedId : randomUUID()
    response.setHeader(REQUEST_ID_HEADER, requestId)
    const startedAt = performance.now()
    const { method, path, socket } = request
    const labels = { 'http.request.method': LABELED_METHODS.has(method) ? method : '_OTHER' }
    activeRequests.add(1, labels)
    const span = beginRequestSpan(request, response, labels['http.request.method'])
    whenClosed(response, () => {
      const ms = Math.round(performance.now() - startedAt)
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_STATUS
      activeRequests.add(-1, labels)
      const route = routeOf(request)
      recordDuration({ ...labels, 'http.route': route, 'http.response.status_code': status }, startedAt)
      const level = QUIET_PATHS.test(path) && status < 500 ? 'debug' : 'info'
      const interruption = status === CLIENT_CLOSED_STATUS && {
        closedBy: findClosingSide(socket),
        isBodyComplete: request.complete,
      }
      const logFields = {
        event: 'http.request',
        requestId,
        method,
        path: redactPath(path),
        status,
        ms,
        ...interruption,
      }
      span.run(() => log[level](logFields))
      span.end(route, status)
    })
    context.run({ requestId, endRequest: () => sendError(response) }, () => span.run(next))
  }
}

/** Records the duration of a response that was sent without this middleware. */
export const recordResponse = (route: string, startedAt: number, { statusCode: status }: ServerResponse): void =>
  recordDuration({ 'http.request.method': 'GET', 'http.route': route, 'http.response.status_code': status }, startedAt)

const recordDuration = (labels: Record<string, string | number>, startedAt: number): void =>
  requestDuration.record((performance.now() - startedAt) / 1000, labels)

/** The path pattern of the route, because a label must have few values. `other` if no route matched. */
const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'other'
