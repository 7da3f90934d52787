import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EncryptionKeyMissing, ObjectDamaged } from '../storage.ts'
import type { KeyRing, RingKey } from './key-ring.ts'
import { CIPHER, type DataKey, TAG } from './segment-cipher.ts'

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

const FIXED = 16
const SLOT = 76
const SLOTS = [FIXED, FIXED + SLOT] as const
const [ID, NONCE, DATA_KEY] = [16, 12, 32]
const BEGIN = Buffer.from([0x64, 0x6d, 0x31, 1, 16, 0, 0, 0, 0])
const PREFIX = 7

export type RandomValues = { dataKey: Buffer; prefix: Buffer; nonce: Buffer }

const randomValues = (): RandomValues => ({
  dataKey: randomBytes(DATA_KEY),
  prefix: randomBytes(PREFIX),
  nonce: randomBytes(NONCE),
})

/** The header of a new object. `name`: the object key without the suffix. */
export function newHeader(
  name: string,
  ring: RingKey,
  random: RandomValues = randomValues(),
): { header: Buffer; data: DataKey } {
  const header = Buffer.alloc(DM1_HEADER_LENGTH)
  BEGIN.copy(header)
  random.prefix.copy(header, BEGIN.length)
  fill(header, 0, { name, ring, dataKey: random.dataKey, nonce: random.nonce })
  return { header, data: dataKeyOf(header, random.dataKey) }
}

/** Throws if the header is invalid or belongs to another object. */
export function openHeader(header: Buffer, name: string, ring: KeyRing): DataKey {
  const { dataKey } = unwrap(header, name, ring)
  return dataKeyOf(header, dataKey)
}

/** Copies, because posting a view to a thread would send its whole underlying buffer. */
const dataKeyOf = (header: Buffer, dataKey: Buffer): DataKey => ({
  key: new Uint8Array(dataKey),
  fixed: new Uint8Array(header.subarray(0, FIXED)),
})

/** Ids of the encryption keys that wrap the data key: one, or two during rewrapping. */
export function keyIds(header: Buffer): string[] {
  checkBegin(header, '')
  return SLOTS.map(at => idAt(header, at)).filter(id => id !== '')
}

/** Wraps the data key for a second name; the object can then be opened under either name. */
export function wrapForSecondName(header: Buffer, names: { from: string; to: string }, ring: KeyRing): Buffer {
  const { dataKey, slot } = unwrap(header, names.from, ring)
  return rewrapped(header, slot, { name: names.to, ring: newestOf(ring), dataKey })
}

/**
 * Wraps the data key under the newest key only. The steps must be written to disk one after another: first the new key in addition to
 * the old one, then without the old one. Undefined if nothing has to change.
 */
export function rewrap(header: Buffer, name: string, ring: KeyRing): [Buffer, Buffer] | undefined {
  const { dataKey, slot } = unwrap(header, name, ring)
  const newest = newestOf(ring)
  const isAlone = idAt(header, SLOTS[1 - slot] ?? 0) === ''
  if (isAlone && idAt(header, SLOTS[slot]) === newest.id) return undefined
  const both = rewrapped(header, slot, { name, ring: newest, dataKey })
  const alone = Buffer.from(both)
  alone.fill(0, SLOTS[slot], SLOTS[slot] + SLOT)
  return [both, alone]
}

type Wrapping = { name: string; ring: RingKey; dataKey: Buffer; nonce?: Buffer }

function rewrapped(header: Buffer, slot: 0 | 1, wrapping: Wrapping): Buffer {
  const changed = Buffer.from(header)
  fill(changed, slot === 0 ? 1 : 0, wrapping)
  return changed
}

function fill(header: Buffer, slot: 0 | 1, { name, ring, dataKey, nonce = randomBytes(NONCE) }: Wrapping): void {
  const id = Buffer.alloc(ID)
  id.write(ring.id, 'latin1')
  const cipher = createCipheriv(CIPHER, ring.key, nonce).setAAD(additionalData(header, id, name))
  const wrapped = Buffer.concat([cipher.update(dataKey), cipher.final()])
  Buffer.concat([id, nonce, wrapped, cipher.getAuthTag()]).copy(header, SLOTS[slot])
}

function unwrap(header: Buffer, name: string, ring: KeyRing): { dataKey: Buffer; slot: 0 | 1 } {
  checkBegin(header, name)
  for (const slot of [0, 1] as const) {
    const dataKey = unwrapSlot(header, slot, name, ring)
    if (dataKey) return { dataKey, slot }
  }
  const ids = SLOTS.map(at => idAt(header, at)).filter(Boolean)
  const isKnown = ids.some(id => ring.find(id))
  throw isKnown || ids.length === 0 ? new ObjectDamaged(name) : new EncryptionKeyMissing(name, ids)
}

function unwrapSlot(header: Buffer, slot: 0 | 1, name: string, ring: KeyRing): Buffer | undefined {
  const at = SLOTS[slot]
  const key = ring.find(idAt(header, at))
  if (!key) return undefined
  const [nonceAt, keyAt, tagAt] = [at + ID, at + ID + NONCE, at + ID + NONCE + DATA_KEY]
  const opened = createDecipheriv(CIPHER, key, header.subarray(nonceAt, keyAt), { authTagLength: TAG })
    .setAAD(additionalData(header, header.subarray(at, at + ID), name))
    .setAuthTag(header.subarray(tagAt, at + SLOT))
  try {
    return Buffer.concat([opened.update(header.subarray(keyAt, tagAt)), opened.final()])
  } catch {
    return undefined
  }
}

const additionalData = (header: Buffer, id: Buffer, name: string): Buffer =>
  Buffer.concat([header.subarray(0, FIXED), id, Buffer.from(name)])
const idAt = (header: Buffer, at: number): string => header.toString('latin1', at, at + ID).replace(/\0+$/, '')

function checkBegin(header: Buffer, name: string): void {
  if (header.length < DM1_HEADER_LENGTH || !header.subarray(0, BEGIN.length).equals(BEGIN))
    throw new ObjectDamaged(name)
}

function newestOf(ring: KeyRing): RingKey {
  if (!ring.newest) throw new EncryptionKeyMissing('', [])
  return ring.newest
}
