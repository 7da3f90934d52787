import { beginRequest, context, type Logger, metrics } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { onceClosed } from '../http/when-closed.ts'

/** A word of an address (shorter than a token), or an id. Anything else may be the token of a link, however it and what is before it are spelled. */
const HARMLESS = /^(?:v1|[A-Za-z.-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** What follows is a token or the readable address of a link, unless it is too short for either (a size). */
const BEFORE_LINK = /^(?:share|public)$/i

/** An address as it may be logged: of each part only what cannot be a secret. */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map((part, i, parts) => (HARMLESS.test(part) && !isLink(part, parts[i - 1]) ? part : '[…]'))
    .join('/')

const isLink = (part: string, before = ''): boolean => part.length > 2 && BEFORE_LINK.test(before)

/**
 * Which side ended a connection whose answer was not finished: the client said goodbye or reset it, or else it was closed here, by
 * one of the limits or a failure. An upload that breaks off now and then cannot be explained without it.
 */
export function whoLeft({ readableEnded, errored }: Pick<Socket, 'readableEnded' | 'errored'>): 'client' | 'server' {
  const reset = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes((errored as NodeJS.ErrnoException | null)?.code ?? '')
  return readableEnded || reset ? 'client' : 'server'
}

const HEADER = 'X-Request-Id'
/** Of a proxy in front; anything else could be made to look like another line of the log. */
const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/
/** As nginx counts them. */
const CLIENT_LEFT = 499
/** So many of these a second that a line for each would be noise; their failures are logged like all others. */
const QUIET = /^\/(media|assets|healthz|readyz)(\/|$)/

const duration = metrics.histogram('http.server.request.duration', 'Time to answer one HTTP request')
const active = metrics.upDown('http.server.active_requests', { description: 'Running HTTP requests' })
/** Anybody can send any word as a method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const requestIdOf = (response: Response): string => String(response.getHeader(HEADER) ?? '')

/** Gives every request its id, and one line in the log when it is over. Share tokens in addresses never reach it (rule 43). */
export function requestContext(log: Logger, fail: (response: Response) => void): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const given = request.get(HEADER)
    const requestId = given !== undefined && ACCEPTED.test(given) ? given : randomUUID()
    response.setHeader(HEADER, requestId)
    const started = performance.now()
    const { method, path, socket } = request
    const known = { 'http.request.method': METHODS.has(method) ? method : '_OTHER' }
    active.add(1, known)
    const asked = beginRequest(request, response, known['http.request.method'])
    onceClosed(response, () => {
      const ms = Math.round(performance.now() - started)
      const status = response.writableFinished ? response.statusCode : CLIENT_LEFT
      active.add(-1, known)
      const route = routeOf(request)
      measure({ ...known, 'http.route': route, 'http.response.status_code': status }, started)
      const level = QUIET.test(path) && status < 500 ? 'debug' : 'info'
      const cut = status === CLIENT_LEFT && { leftBy: whoLeft(socket), hadAll: request.complete }
      const line = { event: 'http.request', requestId, method, path: loggedPath(path), status, ms, ...cut }
      asked.run(() => log[level](line))
      asked.end(route, status)
    })
    context.run({ requestId, fail: () => fail(response) }, () => asked.run(next))
  }
}

/** For answers that are given before any of this. */
export const recordAnswer = (route: string, started: number, { statusCode: status }: ServerResponse): void =>
  measure({ 'http.request.method': 'GET', 'http.route': route, 'http.response.status_code': status }, started)

const measure = (labels: Record<string, string | number>, started: number): void =>
  duration.record((performance.now() - started) / 1000, labels)

/** The pattern of the route, never the address: labels must be few. */
const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'other'
