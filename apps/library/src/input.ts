import { errors, visibleText } from '@daymark/contracts'

/** PostgreSQL cannot store NUL or a lone surrogate. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** One trimmed line for titles, labels and names. Empty if no character is visible. */
export const line = (text: string, max: number, what: string): string =>
  within(visibleText(storable(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')), max, what)
/** Several lines for captions and descriptions. */
export const prose = (text: string, max: number, what: string): string => within(storable(text), max, what)

export function required(text: string, sentence: string): string {
  if (!text) throw errors.INVALID_INPUT({ reason: sentence })
  return text
}
function within(text: string, max: number, what: string): string {
  if (text.length > max) throw errors.INVALID_INPUT({ reason: `${what} may have at most ${max} characters.` })
  return text
}

type Part = string | number | boolean

/** The end of a page as an opaque text. */
export const cursorOf = (...parts: Part[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Validates a cursor, which comes from the client; INVALID_INPUT if it is not one of this list. */
export function readCursor<P extends Part[]>(cursor: string, isValid: (parts: unknown[]) => parts is P): P {
  const parts = parseCursor(cursor)
  if (Array.isArray(parts) && isValid(parts)) return parts
  throw errors.INVALID_INPUT({ reason: 'cursor: Send the next_cursor of the previous page.' })
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
