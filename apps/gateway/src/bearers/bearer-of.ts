import type { IncomingMessage } from 'node:http'

/** Nowhere else: an address is kept in histories and logs (rule 47). */
const BEARER = /^bearer(?: +(.*))?$/i

/** What stands behind `Authorization: Bearer`; undefined where there is no such header. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization?.trim() ?? '')
  return found ? (found[1] ?? '') : undefined
}
