import { randomBytes, randomInt } from 'node:crypto'
import type { AppError } from '@daymark/contracts'

// Ids of rows and events are UUIDs of version 7: node:crypto's `randomUUIDv7`, or Postgres' `uuidv7()` as a column's default.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (value: string): boolean => UUID.test(value)

/**
 * Returns the id in lower case. Throws `missing()`, the error for an unknown id, if it is invalid, so that Postgres never receives an
 * invalid id.
 */
export function idOr(missing: () => AppError, value: string): string {
  if (!isId(value)) throw missing()
  return value.toLowerCase()
}
/** `idOr` for several ids. Removes duplicates and keeps the order. */
export const idsOr = (missing: () => AppError, values: string[]): string[] => [
  ...new Set(values.map(value => idOr(missing, value))),
]

const TOKEN_BYTES = 32
/** A random secret in a form that fits cookies and headers. */
export const randomToken = (bytes = TOKEN_BYTES): string => randomBytes(bytes).toString('base64url')

/** Uniformly random characters of an alphabet, for codes that people read, type or copy. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
