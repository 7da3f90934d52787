type ErrorBody = { code?: unknown; message?: unknown; request_id?: unknown; offset?: unknown }
type ErrorFields = {
  status: number
  code: string
  message: string
  requestId?: string
  retryAfter?: number
  offset?: number
}

/** A rejected or failed call. `code` is machine-readable and stable; `message` is human-readable. */
export class DaymarkError extends Error {
  override readonly name = 'DaymarkError'
  readonly status: number
  readonly code: string
  /** Identifies the request in the server log. Include it in support requests. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, if the response contains them. */
  readonly retryAfter: number | undefined
  /** For `upload_offset`: the byte at which the upload must continue. */
  readonly offset: number | undefined

  constructor({ status, code, message, requestId, retryAfter, offset }: ErrorFields) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.offset = offset
  }
}

type ReceivedResponse = { status: number; text: string; header: (name: string) => string | null }

/** Converts a response other than 2xx to an error. The response of a proxy may not be JSON. */
export function toDaymarkError({ status, text, header }: ReceivedResponse): DaymarkError {
  const { code, message, request_id: id, offset } = parseErrorBody(text)
  const requestId = typeof id === 'string' ? id : header('x-request-id')
  const wait = Number(header('retry-after') ?? Number.NaN)
  return new DaymarkError({
    status,
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : `The call failed with status ${status}.`,
    ...(requestId && { requestId }),
    ...(wait >= 0 && { retryAfter: wait }),
    ...(typeof offset === 'number' && { offset }),
  })
}

function parseErrorBody(text: string): ErrorBody {
  try {
    return (JSON.parse(text) ?? {}) as ErrorBody
  } catch {
    return {}
  }
}
