import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomText } from './ids.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'dm_'
/** 62^30 is a little more than 2^178; rule 47 wants what nobody guesses. */
const RANDOM = 30
/** As many digits as the largest CRC-32 has in base 62. */
const CHECKSUM = 6
/** What a scanner of repositories looks for; docs/operations/api.md names it. */
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`)

/** A token of the public API (rule 47): `dm_`, 30 random letters and digits, and the CRC-32 of these 30 in base 62. */
export function newApiToken(): string {
  const random = randomText(ALPHABET, RANDOM)
  return PREFIX + random + checksum(random)
}

/** Whatever else a client sends is none and need not be looked up. */
export function isApiToken(text: string): boolean {
  if (!PATTERN.test(text)) return false
  const [random, check] = [text.slice(PREFIX.length, -CHECKSUM), text.slice(-CHECKSUM)]
  return check === checksum(random)
}

/** What is kept of it, and all that travels inside. */
export const apiTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** By these an owner recognises it; enough is left that nobody guesses. */
export const apiTokenPrefix = (token: string): string => token.slice(0, PREFIX.length + 8)

function checksum(random: string): string {
  let [rest, digits] = [crc32(random), '']
  for (let n = 0; n < CHECKSUM; n++) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
