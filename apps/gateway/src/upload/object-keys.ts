import { randomBytes } from 'node:crypto'

export const ORIGINALS = 'originals/'

/** A key that holds the time it was made at (UUIDv7): what came together lies together in a listing. */
export function newOriginalKey(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return ORIGINALS + bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
