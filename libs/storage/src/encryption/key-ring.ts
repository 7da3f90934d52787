import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

export type RingKey = { id: string; key: KeyObject }

const ENTRY_PATTERN = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/_-]{43}=?)$/
const KEY_BYTES = 32

/**
 * The installation's keys for encryption at rest, newest first, as in DAYMARK_ENCRYPTION_KEYS: `id:base64,id:base64`. New objects use the
 * newest key; the others decrypt older objects.
 */
export class KeyRing {
  readonly keys: readonly RingKey[]
  private constructor(keys: RingKey[]) {
    this.keys = keys
  }

  /** Parses the setting. Throws TypeError if an entry is malformed or two keys have the same id; the message contains no key material. */
  static parse(text = ''): KeyRing {
    const entries = text.split(',').map(entry => entry.trim())
    const keys = entries.filter(Boolean).map((entry, at) => {
      const [, id = '', base64 = ''] = ENTRY_PATTERN.exec(entry) ?? []
      const bytes = Buffer.from(base64, 'base64')
      if (bytes.length !== KEY_BYTES) throw new TypeError(`key ${at + 1} is not id:base64 of 32 bytes`)
      return { id, key: createSecretKey(bytes) }
    })
    if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new TypeError('two keys have the same id')
    return new KeyRing(keys)
  }

  /** The key for new objects. Undefined if no key is configured. */
  get newest(): RingKey | undefined {
    return this.keys[0]
  }
  find(id: string): KeyObject | undefined {
    return this.keys.find(key => key.id === id)?.key
  }
}

/** Generates a new key as an entry of DAYMARK_ENCRYPTION_KEYS. */
export const newRingKey = (id: string): string => `${id}:${randomBytes(KEY_BYTES).toString('base64')}`
