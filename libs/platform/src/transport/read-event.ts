import { envelope, type Envelope } from '@daymark/contracts'

/** The largest event names 1,000 photos and has a tenth of this; reading more would only hold up everything else. */
const MAX_BYTES = 1024 * 1024
/** How JSON writes what Postgres cannot keep: NUL and halves of surrogate pairs. Whole pairs are never written so. */
const UNKEEPABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** Why a message of the bus is no event. It can never become one, so it is dropped, logged and counted. */
export class InvalidEvent extends Error {
  override name = 'InvalidEvent'
}

/** An event of this type as it came over the bus, from whoever may write there. */
export function readEvent(type: string, bytes: Uint8Array): Envelope {
  if (bytes.length > MAX_BYTES) throw new InvalidEvent(`It has ${bytes.length} bytes.`)
  const text = new TextDecoder().decode(bytes)
  if (UNKEEPABLE.test(text) && !isKeepable(parse(text))) throw new InvalidEvent('It has text that cannot be kept.')
  const read = envelope.safeParse(parse(text))
  if (!read.success) throw new InvalidEvent(`Its envelope is wrong: ${read.error.issues[0]?.path.join('.')}.`)
  if (read.data.type !== type) throw new InvalidEvent('It calls itself another type.')
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidEvent('It is not JSON.')
  }
}

function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isKeepable(key) && isKeepable(inner))
}
