import type { AppError } from '@daymark/contracts'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Ids of rows and events are UUIDs of version 7: node:crypto's `randomUUIDv7`, or Postgres' `uuidv7()` as a column's default.
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (value: string): boolean => UUID_PATTERN.test(value)

/**
 * Returns the id in lower case. Throws `missing()`, the error for an unknown id, if it is invalid, so that Postgres never receives an
 * invalid id.
 */
export function parseIdOrThrow(missing: () => AppError, value: string): string {
  if (!isId(value)) throw missing()
  return value.toLowerCase()
}
/** Parses several ids like `parseIdOrThrow`. Removes duplicates and keeps the order. */
export const parseIdsOrThrow = (missing: () => AppError, values: string[]): string[] => [
  ...new Set(values.map(value => parseIdOrThrow(missing, value))),
]

const TOKEN_BYTES = 32
/** Returns a random secret as text that is valid in cookies and headers. */
export const randomToken = (bytes = TOKEN_BYTES): string => randomBytes(bytes).toString('base64url')

/** Returns uniformly random characters of an alphabet, for codes that people read, type or copy. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const TOKEN_PREFIX = 'dm_'
/** Number of random characters. 62^30 is a little more than 2^178 (rule 47). */
const RANDOM_LENGTH = 30
/** Number of characters of the checksum: digits of the largest CRC-32 in base 62. */
const CHECKSUM_LENGTH = 6
/** The pattern for secret scanners of repositories, documented in docs/operations/api.md. */
const TOKEN_PATTERN = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A token of the public API (rule 47): `dm_`, 30 random letters and digits, and the CRC-32 of these 30 in base 62. */
export function createApiToken(): string {
  const random = randomText(TOKEN_ALPHABET, RANDOM_LENGTH)
  return TOKEN_PREFIX + random + computeChecksum(random)
}

/** Checks form and checksum, so that invalid tokens need no database lookup. */
export function isApiToken(text: string): boolean {
  if (!TOKEN_PATTERN.test(text)) return false
  const [random, checksum] = [text.slice(TOKEN_PREFIX.length, -CHECKSUM_LENGTH), text.slice(-CHECKSUM_LENGTH)]
  return checksum === computeChecksum(random)
}

/** The hash of a token. Services store and exchange only this hash, never the token. */
export const hashApiToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The visible first characters by which an owner recognizes a token. */
export const apiTokenPrefix = (token: string): string => token.slice(0, TOKEN_PREFIX.length + 8)

function computeChecksum(random: string): string {
  let [quotient, digits] = [crc32(random), '']
  for (let n = 0; n < CHECKSUM_LENGTH; n++) {
    digits = (TOKEN_ALPHABET[quotient % TOKEN_ALPHABET.length] ?? '') + digits
    quotient = Math.floor(quotient / TOKEN_ALPHABET.length)
  }
  return digits
}
