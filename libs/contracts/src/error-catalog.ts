/** An expected error with code, status and message from the catalog (errors.ts). RPC returns it to the caller unchanged. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: string
  readonly status: number
  readonly params: Record<string, unknown>
  constructor(code: string, status: number, message: string, params: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.params = params
  }
  toJSON() {
    return { code: this.code, status: this.status, message: this.message, params: this.params }
  }
}

type ErrorParams = Record<string, unknown>
type CatalogEntry<P extends ErrorParams> = { status: number; message: string | ((params: P) => string) }
type CreateError<E> = E extends { message: (params: infer P extends ErrorParams) => string }
  ? (params: P) => AppError
  : (params?: ErrorParams) => AppError

export function createCatalog<T extends Record<string, CatalogEntry<never>>>(
  entries: T,
): { [K in keyof T]: CreateError<T[K]> } {
  return Object.fromEntries(
    Object.entries(entries).map(([code, entry]) => [
      code,
      (params: ErrorParams = {}) => {
        const message = typeof entry.message === 'string' ? entry.message : entry.message(params as never)
        return new AppError(code.toLowerCase(), entry.status, message, params)
      },
    ]),
  ) as { [K in keyof T]: CreateError<T[K]> }
}
