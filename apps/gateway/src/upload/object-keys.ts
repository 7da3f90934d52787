import { randomBytes } from 'node:crypto'

const KIND = 'originals/'
/** Hex digits of a UUIDv7 that count whole windows of 3.1 days (48 bits of milliseconds, 28 of them below). */
const WINDOW_DIGITS = 5
const WINDOW_MS = 2 ** 28

/** A key that tells when it was made (UUIDv7), so that what is young can be listed without reading what is old. */
export function newOriginalKey(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return KIND + bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Prefixes of all keys made in the last 3 to 6 days. */
export function recentPrefixes(now: Date): string[] {
  return [now.getTime() - WINDOW_MS, now.getTime()].map(
    at => KIND + at.toString(16).padStart(12, '0').slice(0, WINDOW_DIGITS),
  )
}
