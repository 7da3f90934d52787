/** An expected failure with code, status and message from the catalogue (errors.ts). RPC preserves them. */
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

type Params = Record<string, unknown>
type Entry<P extends Params> = { status: number; message: string | ((params: P) => string) }
type Thrower<E> = E extends { message: (params: infer P extends Params) => string }
  ? (params: P) => AppError
  : (params?: Params) => AppError

export function catalogue<T extends Record<string, Entry<never>>>(entries: T): { [K in keyof T]: Thrower<T[K]> } {
  return Object.fromEntries(
    Object.entries(entries).map(([code, entry]) => [
      code,
      (params: Params = {}) => {
        const message = typeof entry.message === 'string' ? entry.message : entry.message(params as never)
        return new AppError(code.toLowerCase(), entry.status, message, params)
      },
    ]),
  ) as { [K in keyof T]: Thrower<T[K]> }
}
