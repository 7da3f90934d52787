import { AppError, errors } from '@daymark/contracts'
import { type Logger, metrics } from '@daymark/platform'
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common'
import type { Response } from 'express'
import { asAppError, errorBody, errorHeaders } from './error-answer.ts'
import { requestIdOf } from './request-context.ts'

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
