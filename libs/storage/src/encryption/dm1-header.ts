import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EncryptionKeyMissing, ObjectDamaged } from '../storage.ts'
import type { KeyRing, RingKey } from './key-ring.ts'
import { CIPHER, type DataKey, TAG_LENGTH } from './segment-cipher.ts'

/**
 * The header of an encrypted object (docs/operations/encryption.md):
 *
 *     0  "dm1", a version (1)          bytes 0–15 never change: associated data of every segment
 *     4  log2 of the segment size (16), four zeros
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

type RandomValues = { dataKey: Buffer; noncePrefix: Buffer; nonce: Buffer }

const createRandomValues = (): RandomValues => ({
  dataKey: randomBytes(DATA_KEY_LENGTH),
  noncePrefix: randomBytes(NONCE_PREFIX_LENGTH),
  nonce: randomBytes(NONCE_LENGTH),
})

/** The header of a new object. `name`: the object key without the suffix. */
export function createHeader(
  name: string,
  wrappingKey: RingKey,
  random: RandomValues = createRandomValues(),
): { header: Buffer; dataKey: DataKey } {
  const header = Buffer.alloc(DM1_HEADER_LENGTH)
  MAGIC.copy(header)
  random.noncePrefix.copy(header, MAGIC.length)
  writeSlot(header, 0, { name, wrappingKey, dataKey: random.dataKey, nonce: random.nonce })
  return { header, dataKey: toDataKey(header, random.dataKey) }
}

/**
 * Unwraps the data key of an object. Throws ObjectDamaged if the header is invalid or belongs to another object, and EncryptionKeyMissing
 * if none of its keys is configured.
 */
export function unwrapDataKey(header: Buffer, name: string, ring: KeyRing): DataKey {
  const { dataKey } = unwrapFromAnySlot(header, name, ring)
  return toDataKey(header, dataKey)
}

/** Copies both byte ranges, because posting a view of a buffer to a thread would send the whole buffer. */
const toDataKey = (header: Buffer, dataKey: Buffer): DataKey => ({
  key: new Uint8Array(dataKey),
  fixedHeaderBytes: new Uint8Array(header.subarray(0, FIXED_LENGTH)),
})

/** Ids of the encryption keys that wrap the data key: one, or two during rewrapping. */
export function readKeyIds(header: Buffer): string[] {
  assertMagic(header, '')
  return SLOT_OFFSETS.map(offset => readKeyId(header, offset)).filter(id => id !== '')
}

/** Wraps the data key for a second name, so that the object can be opened under either name. */
export function wrapForSecondName(header: Buffer, names: { from: string; to: string }, ring: KeyRing): Buffer {
  const { dataKey, slot } = unwrapFromAnySlot(header, names.from, ring)
  return copyWithSecondSlot(header, slot, { name: names.to, wrappingKey: newestKeyOrThrow(ring), dataKey })
}

/**
 * Wraps the data key under the newest key only. The two headers must be written to disk one after the other: the first contains the new key
 * in addition to the old one, the second only the new key. Undefined if nothing has to change.
 */
export function rewrap(header: Buffer, name: string, ring: KeyRing): [Buffer, Buffer] | undefined {
  const { dataKey, slot } = unwrapFromAnySlot(header, name, ring)
  const newest = newestKeyOrThrow(ring)
  const isOnlySlot = readKeyId(header, SLOT_OFFSETS[1 - slot] ?? 0) === ''
  if (isOnlySlot && readKeyId(header, SLOT_OFFSETS[slot]) === newest.id) return undefined
  const withBothKeys = copyWithSecondSlot(header, slot, { name, wrappingKey: newest, dataKey })
  const withNewestKey = Buffer.from(withBothKeys)
  withNewestKey.fill(0, SLOT_OFFSETS[slot], SLOT_OFFSETS[slot] + SLOT_LENGTH)
  return [withBothKeys, withNewestKey]
}

type SlotContent = { name: string; wrappingKey: RingKey; dataKey: Buffer; nonce?: Buffer }

function copyWithSecondSlot(header: Buffer, slot: 0 | 1, content: SlotContent): Buffer {
  const changed = Buffer.from(header)
  writeSlot(changed, slot === 0 ? 1 : 0, content)
  return changed
}

function writeSlot(
  header: Buffer,
  slot: 0 | 1,
  { name, wrappingKey, dataKey, nonce = randomBytes(NONCE_LENGTH) }: SlotContent,
): void {
  const id = Buffer.alloc(ID_LENGTH)
  id.write(wrappingKey.id, 'latin1')
  const cipher = createCipheriv(CIPHER, wrappingKey.key, nonce).setAAD(additionalData(header, id, name))
  const wrapped = Buffer.concat([cipher.update(dataKey), cipher.final()])
  Buffer.concat([id, nonce, wrapped, cipher.getAuthTag()]).copy(header, SLOT_OFFSETS[slot])
}

function unwrapFromAnySlot(header: Buffer, name: string, ring: KeyRing): { dataKey: Buffer; slot: 0 | 1 } {
  assertMagic(header, name)
  for (const slot of [0, 1] as const) {
    const dataKey = unwrapSlot(header, slot, name, ring)
    if (dataKey) return { dataKey, slot }
  }
  const ids = SLOT_OFFSETS.map(offset => readKeyId(header, offset)).filter(Boolean)
  const hasConfiguredKey = ids.some(id => ring.find(id))
  throw hasConfiguredKey || ids.length === 0 ? new ObjectDamaged(name) : new EncryptionKeyMissing(name, ids)
}

function unwrapSlot(header: Buffer, slot: 0 | 1, name: string, ring: KeyRing): Buffer | undefined {
  const start = SLOT_OFFSETS[slot]
  const key = ring.find(readKeyId(header, start))
  if (!key) return undefined
  const [nonceStart, keyStart, tagStart] = [
    start + ID_LENGTH,
    start + ID_LENGTH + NONCE_LENGTH,
    start + ID_LENGTH + NONCE_LENGTH + DATA_KEY_LENGTH,
  ]
  const decipher = createDecipheriv(CIPHER, key, header.subarray(nonceStart, keyStart), { authTagLength: TAG_LENGTH })
    .setAAD(additionalData(header, header.subarray(start, start + ID_LENGTH), name))
    .setAuthTag(header.subarray(tagStart, start + SLOT_LENGTH))
  try {
    return Buffer.concat([decipher.update(header.subarray(keyStart, tagStart)), decipher.final()])
  } catch {
    return undefined
  }
}

const additionalData = (header: Buffer, id: Buffer, name: string): Buffer =>
  Buffer.concat([header.subarray(0, FIXED_LENGTH), id, Buffer.from(name)])
const readKeyId = (header: Buffer, slotOffset: number): string =>
  header.toString('latin1', slotOffset, slotOffset + ID_LENGTH).replace(/\0+$/, '')

function assertMagic(header: Buffer, name: string): void {
  if (header.length < DM1_HEADER_LENGTH || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ObjectDamaged(name)
}

function newestKeyOrThrow(ring: KeyRing): RingKey {
  if (!ring.newest) throw new EncryptionKeyMissing('', [])
  return ring.newest
}
