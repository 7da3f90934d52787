import { errors, visibleText } from '@daymark/contracts'

/** Postgres keeps neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** One trimmed line: titles, labels, names. Empty where nobody could see anything of it. */
export const line = (text: string, max: number, what: string): string =>
  within(visibleText(storable(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')), max, what)
/** Several lines: captions, descriptions. */
export const prose = (text: string, max: number, what: string): string => within(storable(text), max, what)

export function required(text: string, sentence: string): string {
  if (!text) throw errors.INVALID_INPUT({ reason: sentence })
  return text
}
function within(text: string, max: number, what: string): string {
  if (text.length > max) throw errors.INVALID_INPUT({ reason: `${what} may have at most ${max} characters.` })
  return text
}
