import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EncryptionKeyMissing, ObjectDamaged } from '../storage.ts'
import type { KeyRing, RingKey } from './key-ring.ts'
import { CIPHER, type DataKey, TAG_LENGTH } from './segment-cipher.ts'

/**
 * The header of an encrypted object (docs/operations/encryption.md):
 *
 *     0  "dm1", a version (1)          bytes 0–15 never change: associated data of every segment
 *     4  log2 of the segment's size, four zeros
 *     9  nonce prefix, 7 bytes
 *    16  slot: key id (16, filled with zeros), nonce (12), wrapped data key (32), tag (16)
 *    92  second slot, or zeros
 *
 * The data key is wrapped with the object's key as associated data, so that an object under another name cannot be opened. Two slots
 * allow rewrapping in place: a write that is torn by a power failure leaves the other slot intact.
 */
export const DM1_HEADER_LENGTH = 168

const FIXED_LENGTH = 16
const SLOT_LENGTH = 76
const SLOT_OFFSETS = [FIXED_LENGTH, FIXED_LENGTH + SLOT_LENGTH] as const
const [ID_LENGTH, NONCE_LENGTH, DATA_KEY_LENGTH] = [16, 12, 32]
const MAGIC = Buffer.from([0x64, 0x6d, 0x31, 1, 16, 0, 0, 0, 0])
const NONCE_PREFIX_LENGTH = 7

export type RandomValues = { dataKey: Buffer; prefix: Buffer; nonce: Buffer }

const createRandomValues = (): RandomValues => ({
  dataKey: randomBytes(DATA_KEY_LENGTH),
  prefix: randomBytes(NONCE_PREFIX_LENGTH),
  nonce: randomBytes(NONCE_LENGTH),
})

/** The header of a new object. `name`: the object key without the suffix. */
export function newHeader(
  name: string,
  ring: RingKey,
  random: RandomValues = createRandomValues(),
): { header: Buffer; data: DataKey } {
  const header = Buffer.alloc(DM1_HEADER_LENGTH)
  MAGIC.copy(header)
  random.prefix.copy(header, MAGIC.length)
  writeSlot(header, 0, { name, ring, dataKey: random.dataKey, nonce: random.nonce })
  return { header, data: dataKeyOf(header, random.dataKey) }
}

/**
 * Unwraps the data key of an object. Throws ObjectDamaged if the header is invalid or belongs to another object, and EncryptionKeyMissing
 * if none of its keys is configured.
 */
export function openHeader(header: Buffer, name: string, ring: KeyRing): DataKey {
  const { dataKey } = unwrap(header, name, ring)
  return dataKeyOf(header, dataKey)
}

/** Copies the bytes, because posting a view to a thread would send its whole underlying buffer. */
const dataKeyOf = (header: Buffer, dataKey: Buffer): DataKey => ({
  key: new Uint8Array(dataKey),
  fixed: new Uint8Array(header.subarray(0, FIXED_LENGTH)),
})

/** Ids of the encryption keys that wrap the data key: one, or two during rewrapping. */
export function keyIds(header: Buffer): string[] {
  assertMagic(header, '')
  return SLOT_OFFSETS.map(at => idAt(header, at)).filter(id => id !== '')
}

/** Wraps the data key for a second name, so that the object can be opened under either name. */
export function wrapForSecondName(header: Buffer, names: { from: string; to: string }, ring: KeyRing): Buffer {
  const { dataKey, slot } = unwrap(header, names.from, ring)
  return withSecondSlot(header, slot, { name: names.to, ring: newestOf(ring), dataKey })
}

/**
 * Wraps the data key under the newest key only. The two headers must be written to disk one after the other: the first contains the new key
 * in addition to the old one, the second only the new key. Undefined if nothing has to change.
 */
export function rewrap(header: Buffer, name: string, ring: KeyRing): [Buffer, Buffer] | undefined {
  const { dataKey, slot } = unwrap(header, name, ring)
  const newest = newestOf(ring)
  const isAlone = idAt(header, SLOT_OFFSETS[1 - slot] ?? 0) === ''
  if (isAlone && idAt(header, SLOT_OFFSETS[slot]) === newest.id) return undefined
  const both = withSecondSlot(header, slot, { name, ring: newest, dataKey })
  const alone = Buffer.from(both)
  alone.fill(0, SLOT_OFFSETS[slot], SLOT_OFFSETS[slot] + SLOT_LENGTH)
  return [both, alone]
}

type Wrapping = { name: string; ring: RingKey; dataKey: Buffer; nonce?: Buffer }

function withSecondSlot(header: Buffer, slot: 0 | 1, wrapping: Wrapping): Buffer {
  const changed = Buffer.from(header)
  writeSlot(changed, slot === 0 ? 1 : 0, wrapping)
  return changed
}

function writeSlot(
  header: Buffer,
  slot: 0 | 1,
  { name, ring, dataKey, nonce = randomBytes(NONCE_LENGTH) }: Wrapping,
): void {
  const id = Buffer.alloc(ID_LENGTH)
  id.write(ring.id, 'latin1')
  const cipher = createCipheriv(CIPHER, ring.key, nonce).setAAD(additionalData(header, id, name))
  const wrapped = Buffer.concat([cipher.update(dataKey), cipher.final()])
  Buffer.concat([id, nonce, wrapped, cipher.getAuthTag()]).copy(header, SLOT_OFFSETS[slot])
}

function unwrap(header: Buffer, name: string, ring: KeyRing): { dataKey: Buffer; slot: 0 | 1 } {
  assertMagic(header, name)
  for (const slot of [0, 1] as const) {
    const dataKey = unwrapSlot(header, slot, name, ring)
    if (dataKey) return { dataKey, slot }
  }
  const ids = SLOT_OFFSETS.map(at => idAt(header, at)).filter(Boolean)
  const isKnown = ids.some(id => ring.find(id))
  throw isKnown || ids.length === 0 ? new ObjectDamaged(name) : new EncryptionKeyMissing(name, ids)
}

function unwrapSlot(header: Buffer, slot: 0 | 1, name: string, ring: KeyRing): Buffer | undefined {
  const at = SLOT_OFFSETS[slot]
  const key = ring.find(idAt(header, at))
  if (!key) return undefined
  const [nonceAt, keyAt, tagAt] = [
    at + ID_LENGTH,
    at + ID_LENGTH + NONCE_LENGTH,
    at + ID_LENGTH + NONCE_LENGTH + DATA_KEY_LENGTH,
  ]
  const opened = createDecipheriv(CIPHER, key, header.subarray(nonceAt, keyAt), { authTagLength: TAG_LENGTH })
    .setAAD(additionalData(header, header.subarray(at, at + ID_LENGTH), name))
    .setAuthTag(header.subarray(tagAt, at + SLOT_LENGTH))
  try {
    return Buffer.concat([opened.update(header.subarray(keyAt, tagAt)), opened.final()])
  } catch {
    return undefined
  }
}

const additionalData = (header: Buffer, id: Buffer, name: string): Buffer =>
  Buffer.concat([header.subarray(0, FIXED_LENGTH), id, Buffer.from(name)])
const idAt = (header: Buffer, at: number): string => header.toString('latin1', at, at + ID_LENGTH).replace(/\0+$/, '')

function assertMagic(header: Buffer, name: string): void {
  if (header.length < DM1_HEADER_LENGTH || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ObjectDamaged(name)
}

function newestOf(ring: KeyRing): RingKey {
  if (!ring.newest) throw new EncryptionKeyMissing('', [])
  return ring.newest
}
