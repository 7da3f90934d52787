import { AppError, errors, type http } from '@daymark/contracts'
import { isUnavailable, type Logger, metrics } from '@daymark/platform'
import { EncryptionKeyMissing, ObjectMissing, StorageFull } from '@daymark/storage'
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common'
import type { Request, Response } from 'express'
import { bearerOf } from '../api-tokens/api-tokens.ts'
import { requestIdOf } from './request-context.ts'

/** Content codings that body-parser can decode. */
const CODINGS = 'gzip, deflate, br, zstd, identity'

/** What body parsers say of a body they cannot take. */
const BODY_ERRORS: Record<string, () => AppError> = {
  'entity.parse.failed': () => errors.INVALID_INPUT({ reason: 'The body is not valid JSON.' }),
  'entity.too.large': () => errors.BODY_TOO_LARGE(),
  'entity.too.deep': () => errors.INVALID_INPUT({ reason: 'The body is nested too deeply.' }),
  'encoding.unsupported': () => errors.UNSUPPORTED_MEDIA_TYPE({ acceptEncoding: CODINGS }),
  'charset.unsupported': () => errors.UNSUPPORTED_MEDIA_TYPE({ accept: 'application/json; charset=utf-8' }),
}

/**
 * The catalogue's word for anything that was thrown; undefined: nothing that was foreseen, so a fault of ours. Never 5xx for
 * anything a client sent (rule 3), also where Nest or Express found it.
 */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof StorageFull) return errors.STORAGE_FULL()
  if (error instanceof EncryptionKeyMissing) return errors.ENCRYPTION_UNAVAILABLE()
  if (error instanceof ObjectMissing) return errors.NOT_FOUND()
  if (isUnavailable(error)) return errors.UNAVAILABLE()
  if (error instanceof HttpException) return ofStatus(error.getStatus())
  return ofRequest((error ?? {}) as { type?: string; status?: number; name?: string })
}

/** Of body parsers, Express and Node: plain errors with a status or a name. */
function ofRequest({
  type = '',
  status = 500,
  name,
}: {
  type?: string
  status?: number
  name?: string
}): AppError | undefined {
  if (name === 'URIError') return errors.INVALID_INPUT({ reason: 'The address is not valid.' })
  return BODY_ERRORS[type]?.() ?? (status < 500 ? ofStatus(status) : undefined)
}

function ofStatus(status: number): AppError | undefined {
  if (status === 404) return errors.NOT_FOUND()
  if (status === 412) return errors.PRECONDITION_FAILED()
  if (status === 413) return errors.BODY_TOO_LARGE()
  if (status === 415) return errors.UNSUPPORTED_MEDIA_TYPE()
  if (status === 416) return errors.RANGE_NOT_SATISFIABLE()
  if (status === 503) return errors.UNAVAILABLE()
  return status < 500 ? errors.INVALID_INPUT({ reason: 'The request is not valid.' }) : undefined
}

/** rule 3: `error` and `message` hold the same sentence for a person. */
export function errorBody(error: AppError, requestId: string): http.ErrorAnswer & Record<string, unknown> {
  return {
    ...outside(error.params),
    error: error.message,
    message: error.message,
    code: error.code,
    request_id: requestId,
  }
}

/**
 * `plan_required` names plan and tier, `upload_offset` the right offset, `archive_preparing` how far it is, `password_required` the
 * hint, `second_step_required` what the code is to come with, `account_deleting` that and the day; the other params are in the sentence already.
 */
function outside(params: Record<string, unknown>): Record<string, unknown> {
  const { plan, tier, limit, offset, ready, total, hint, challenge, deletionDueAt } = params
  return {
    ...(plan !== undefined && { plan }),
    ...(tier !== undefined && { tier }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(hint !== undefined && { hint }),
    ...(challenge !== undefined && { challenge }),
    ...(deletionDueAt !== undefined && { deletion_due_at: deletionDueAt }),
    ...(ready !== undefined && { ready, total }),
  }
}

type Headers = Record<string, string>
/** What an answer with this status must or should tell the client in its headers (RFC 9110, RFC 6750, RFC 5789). */
const HEADERS: Record<number, (error: AppError, request: Request) => Headers> = {
  401: challenge,
  403: error => (error.code === 'scope_needed' ? insufficientScope(error) : {}),
  405: ({ params }) => ({ Allow: String(params['allow']) }),
  415: ({ params: { accept, acceptEncoding } }, { method }) => ({
    ...(accept !== undefined && { Accept: String(accept) }),
    ...(accept !== undefined && method === 'PATCH' && { 'Accept-Patch': String(accept) }),
    ...(acceptEncoding !== undefined && { 'Accept-Encoding': String(acceptEncoding) }),
  }),
  429: ({ params }) => ({ 'Retry-After': String(Math.max(1, Math.ceil(Number(params['retryAfter'] ?? 60)))) }),
  503: ({ params }) => ({ 'Retry-After': String(params['retryAfter'] ?? 5) }),
}
export const errorHeaders = (error: AppError, request: Request): Headers =>
  HEADERS[error.status]?.(error, request) ?? {}

const REALM = 'realm="Daymark"'

/** `Cookie` is no registered scheme; a browser asks for no password because of it, as it would for `Basic`. */
function challenge({ code, message }: AppError, request: Request): Headers {
  const isToken = request.path.startsWith('/v1/') || code === 'token_required' || code === 'token_expired'
  if (!isToken) return { 'WWW-Authenticate': `Cookie ${REALM}` }
  const refused = bearerOf(request) === undefined ? '' : `, error="invalid_token", error_description="${message}"`
  return { 'WWW-Authenticate': `Bearer ${REALM}${refused}` }
}
const insufficientScope = ({ params }: AppError): Headers => ({
  'WWW-Authenticate': `Bearer ${REALM}, error="insufficient_scope", scope="${String(params['scope'])}"`,
})

const rejected = metrics.counter('daymark.gateway.requests.rejected', {
  description: 'Requests rejected by a limit or an unavailable service, by error code',
  known: ['TOO_MANY_REQUESTS', 'RATE_LIMITED', 'UNAVAILABLE'].map(code => ({ code })),
})
/** Headers that were set for the representation which is not sent. Content-Range stays: it has the length for 416. */
const OF_THE_RESOURCE = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Encoding', 'Content-Length', 'Content-Type'],
  ...['ETag', 'Last-Modified', 'Location'],
]
const TURNED_AWAY = new Set([429, 503])

/** The one place where a failure becomes an answer. What nobody foresaw is logged here, once, with its stack. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    this.answer(thrown, host.switchToHttp().getResponse<Response>())
  }

  answer(thrown: unknown, response: Response): void {
    const foreseen = asAppError(thrown)
    if (!response.destroyed) this.report(thrown, foreseen)
    const error: AppError = foreseen ?? errors.INTERNAL()
    if (TURNED_AWAY.has(error.status)) rejected.add(1, { code: error.code })
    // Too late for an answer: only breaking off shows the client that what it has is not all.
    if (response.headersSent) return void response.destroy()
    for (const name of OF_THE_RESOURCE) response.removeHeader(name)
    response.set(errorHeaders(error, response.req))
    response.setHeader('Cache-Control', 'no-store')
    response.status(error.status).json(errorBody(error, requestIdOf(response)))
  }

  private report(thrown: unknown, foreseen: AppError | undefined): void {
    if (!foreseen) this.log.error({ err: thrown, event: 'request.failed' })
    // A service that is away has said so itself; the store cannot.
    else if (foreseen.status === 503 && !(thrown instanceof AppError))
      this.log.warn({ err: thrown, event: 'request.unavailable' })
  }
}
