import type { AppError } from '@daymark/contracts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (value: string): boolean => UUID.test(value)

/** What is not an id names nothing: the same answer as for an unknown one, and Postgres never sees it. */
export function idOr(missing: () => AppError, value: string): string {
  if (!isId(value)) throw missing()
  return value.toLowerCase()
}
/** Each once, in the order given. */
export const idsOr = (missing: () => AppError, values: string[]): string[] => [
  ...new Set(values.map(value => idOr(missing, value))),
]
