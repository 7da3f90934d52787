import { errors, trimVisibleText } from '@daymark/contracts'

/** Removes NUL characters and lone surrogates, which PostgreSQL cannot store. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/**
 * Cleans a text of one line, such as a title or label: trims it and replaces control characters by spaces. Returns an empty string if no
 * character is visible. `subject` begins the error message for a text that is too long.
 */
export const cleanLine = (text: string, max: number, subject: string): string =>
  assertMaxLength(trimVisibleText(toStorableText(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')), max, subject)
/** Cleans a text of several lines, such as a caption. `subject` begins the error message for a text that is too long. */
export const cleanMultilineText = (text: string, max: number, subject: string): string =>
  assertMaxLength(toStorableText(text), max, subject)

export function assertNotEmpty(text: string, errorMessage: string): string {
  if (!text) throw errors.INVALID_INPUT({ reason: errorMessage })
  return text
}
function assertMaxLength(text: string, max: number, subject: string): string {
  if (text.length > max) throw errors.INVALID_INPUT({ reason: `${subject} may have at most ${max} characters.` })
  return text
}

type CursorPart = string | number | boolean

/** Encodes the sort values of the last item of a page as an opaque cursor. */
export const writeCursor = (...parts: CursorPart[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Decodes a cursor from a client. Throws INVALID_INPUT if `isValid` rejects the decoded values. */
export function readCursor<P extends CursorPart[]>(cursor: string, isValid: (parts: unknown[]) => parts is P): P {
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
