import { AppError, errors, type http } from '@daymark/contracts'
import { isUnavailable, type Logger, metrics } from '@daymark/platform'
import { EncryptionKeyMissing, ObjectMissing, StorageFull } from '@daymark/storage'
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common'
import type { Request, Response } from 'express'
import { bearerToken } from '../api-tokens/api-tokens.ts'
import { requestIdOf } from './request-context.ts'

/** Content codings that body-parser can decode. */
const SUPPORTED_CODINGS = 'gzip, deflate, br, zstd, identity'

/** Errors of the catalog, by error type of the body parsers. */
const BODY_ERRORS: Record<string, () => AppError> = {
  'entity.parse.failed': () => errors.INVALID_INPUT({ reason: 'The body is not valid JSON.' }),
  'entity.too.large': () => errors.BODY_TOO_LARGE(),
  'entity.too.deep': () => errors.INVALID_INPUT({ reason: 'The body is nested too deeply.' }),
  'encoding.unsupported': () => errors.UNSUPPORTED_MEDIA_TYPE({ acceptEncoding: SUPPORTED_CODINGS }),
  'charset.unsupported': () => errors.UNSUPPORTED_MEDIA_TYPE({ accept: 'application/json; charset=utf-8' }),
}

/**
 * Maps a thrown value to an error of the catalog. Undefined for an unexpected error, for which the response is 500. Errors of Nest and
 * Express that the client caused never become 5xx (rule 3).
 */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof StorageFull) return errors.STORAGE_FULL()
  if (error instanceof EncryptionKeyMissing) return errors.ENCRYPTION_UNAVAILABLE()
  if (error instanceof ObjectMissing) return errors.NOT_FOUND()
  if (isUnavailable(error)) return errors.UNAVAILABLE()
  if (error instanceof HttpException) return errorOfStatus(error.getStatus())
  return convertRequestError((error ?? {}) as { type?: string; status?: number; name?: string })
}

/** Body parsers, Express and Node throw plain errors with a status or a name. */
function convertRequestError({
  type = '',
  status = 500,
  name,
}: {
  type?: string
  status?: number
  name?: string
}): AppError | undefined {
  if (name === 'URIError') return errors.INVALID_INPUT({ reason: 'The address is not valid.' })
  return BODY_ERRORS[type]?.() ?? (status < 500 ? errorOfStatus(status) : undefined)
}

function errorOfStatus(status: number): AppError | undefined {
  if (status === 404) return errors.NOT_FOUND()
  if (status === 412) return errors.PRECONDITION_FAILED()
  if (status === 413) return errors.BODY_TOO_LARGE()
  if (status === 415) return errors.UNSUPPORTED_MEDIA_TYPE()
  if (status === 416) return errors.RANGE_NOT_SATISFIABLE()
  if (status === 503) return errors.UNAVAILABLE()
  return status < 500 ? errors.INVALID_INPUT({ reason: 'The request is not valid.' }) : undefined
}

/** rule 3: `error` and `message` contain the same sentence for users. */
function presentError(error: AppError, requestId: string): http.ErrorAnswer & Record<string, unknown> {
  return {
    ...pickPublicParams(error.params),
    error: error.message,
    message: error.message,
    code: error.code,
    request_id: requestId,
  }
}

/**
 * Parameters that clients need as fields: plan and tier of `plan_required`, the expected offset of `upload_offset`, progress of
 * `archive_preparing`, the hint of `password_required`, the challenge of `second_step_required`, and challenge and date of
 * `account_deleting`. The message already contains all other parameters.
 */
function pickPublicParams(params: Record<string, unknown>): Record<string, unknown> {
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
/** Response headers that RFC 9110, RFC 6750 and RFC 5789 require or recommend for a status. */
const HEADERS_BY_STATUS: Record<number, (error: AppError, request: Request) => Headers> = {
  401: createChallengeHeader,
  403: error => (error.code === 'scope_needed' ? createScopeHeader(error) : {}),
  405: ({ params }) => ({ Allow: String(params['allow']) }),
  415: ({ params: { accept, acceptEncoding } }, { method }) => ({
    ...(accept !== undefined && { Accept: String(accept) }),
    ...(accept !== undefined && method === 'PATCH' && { 'Accept-Patch': String(accept) }),
    ...(acceptEncoding !== undefined && { 'Accept-Encoding': String(acceptEncoding) }),
  }),
  429: ({ params }) => ({ 'Retry-After': String(Math.max(1, Math.ceil(Number(params['retryAfter'] ?? 60)))) }),
  503: ({ params }) => ({ 'Retry-After': String(params['retryAfter'] ?? 5) }),
}
const createErrorHeaders = (error: AppError, request: Request): Headers =>
  HEADERS_BY_STATUS[error.status]?.(error, request) ?? {}

const REALM = 'realm="Daymark"'

/** `Cookie` is not a registered scheme. Unlike `Basic`, it does not make browsers open a password dialog. */
function createChallengeHeader({ code, message }: AppError, request: Request): Headers {
  const isToken = request.path.startsWith('/v1/') || code === 'token_required' || code === 'token_expired'
  if (!isToken) return { 'WWW-Authenticate': `Cookie ${REALM}` }
  const invalidTokenParams =
    bearerToken(request) === undefined ? '' : `, error="invalid_token", error_description="${message}"`
  return { 'WWW-Authenticate': `Bearer ${REALM}${invalidTokenParams}` }
}
const createScopeHeader = ({ params }: AppError): Headers => ({
  'WWW-Authenticate': `Bearer ${REALM}, error="insufficient_scope", scope="${String(params['scope'])}"`,
})

const rejectedRequests = metrics.counter('daymark.gateway.requests.rejected', {
  description: 'Requests rejected by a limit or an unavailable service, by error code',
  initialAttributes: ['TOO_MANY_REQUESTS', 'RATE_LIMITED', 'UNAVAILABLE'].map(code => ({ code })),
})
/**
 * Headers that describe content. They are removed from error responses. Content-Range is not among them, because a 416 response states the
 * length of the file in it.
 */
const REPRESENTATION_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Location',
]
const OVERLOAD_STATUSES = new Set([429, 503])

/** Turns every error into a response. Unexpected errors are logged here, once, with their stack. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    this.sendError(thrown, host.switchToHttp().getResponse<Response>())
  }

  sendError(thrown: unknown, response: Response): void {
    const expectedError = toAppError(thrown)
    if (!response.destroyed) this.log(thrown, expectedError)
    const error: AppError = expectedError ?? errors.INTERNAL()
    if (OVERLOAD_STATUSES.has(error.status)) rejectedRequests.add(1, { code: error.code })
    // The response has already started, so only closing the connection shows the client that the response is incomplete.
    if (response.headersSent) return void response.destroy()
    for (const name of REPRESENTATION_HEADERS) response.removeHeader(name)
    response.set(createErrorHeaders(error, response.req))
    response.setHeader('Cache-Control', 'no-store')
    response.status(error.status).json(presentError(error, requestIdOf(response)))
  }

  private log(thrown: unknown, expectedError: AppError | undefined): void {
    if (!expectedError) this.logger.error({ err: thrown, event: 'request.failed' })
    // A service that is unavailable logs the reason itself. The photo store has no process that could log it.
    else if (expectedError.status === 503 && !(thrown instanceof AppError))
      this.logger.warn({ err: thrown, event: 'request.unavailable' })
  }
}
