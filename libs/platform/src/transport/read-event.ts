import { envelope, type Envelope } from '@daymark/contracts'

/**
 * Maximum size of a message: ten times the largest event, which contains the ids of 1,000 photos. Parsing larger messages would block the
 * process.
 */
const MAX_BYTES = 1024 * 1024
/** JSON escapes of text that Postgres cannot store: NUL and lone surrogates. JSON.stringify does not escape complete pairs. */
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** A message on the bus is not an event. Retrying cannot help, so it is dropped, logged and counted. */
export class InvalidEvent extends Error {
  override name = 'InvalidEvent'
}

/** Parses and validates a message of the bus as an event of this type. */
export function readEvent(type: string, bytes: Uint8Array): Envelope {
  if (bytes.length > MAX_BYTES) throw new InvalidEvent(`It has ${bytes.length} bytes.`)
  const text = new TextDecoder().decode(bytes)
  if (UNSTORABLE.test(text) && !isStorable(parse(text)))
    throw new InvalidEvent('It contains text that cannot be stored.')
  const read = envelope.safeParse(parse(text))
  if (!read.success) throw new InvalidEvent(`Its envelope is wrong: ${read.error.issues[0]?.path.join('.')}.`)
  if (read.data.type !== type) throw new InvalidEvent('Its type differs from its subject.')
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidEvent('It is not JSON.')
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}
