import { errors } from '@daymark/contracts'

type Part = string | number | boolean

/** Where a page ended: opaque to whoever hands it back, and checked then like anything that comes from outside. */
export const cursorOf = (...parts: Part[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** INVALID_INPUT unless it is one that `cursorOf` could have made of parts like these. */
export function readCursor<P extends Part[]>(cursor: string, isOurs: (parts: unknown[]) => parts is P): P {
  const parts = parsed(cursor)
  if (Array.isArray(parts) && isOurs(parts)) return parts
  throw errors.INVALID_INPUT({ reason: 'cursor: this is not the next_cursor of a page' })
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
