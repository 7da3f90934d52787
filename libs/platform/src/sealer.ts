import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { PlatformConfig } from './config/platform.config.ts'

const CIPHER = 'aes-256-gcm'
const [VERSION, NONCE_BYTES, TAG_BYTES, KEY_BYTES] = [1, 12, 16, 32]

/**
 * Encrypts and authenticates small values with AES-256-GCM. HKDF derives a key for each purpose from the installation's secret. A value
 * that was sealed for one `owner` cannot be opened for another owner. After a change of DAYMARK_SECRET, older values cannot be opened.
 */
@Injectable()
export class Sealer {
  private readonly keys = new Map<string, Buffer>()
  private readonly secret: string

  constructor({ secret }: PlatformConfig) {
    this.secret = secret
  }

  seal(purpose: string, owner: string, plain: Uint8Array): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.deriveKey(purpose), nonce).setAAD(Buffer.from(owner))
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext])
  }

  /** Undefined if the value was not sealed with this secret, purpose and owner. */
  open(purpose: string, owner: string, sealed: Uint8Array): Buffer | undefined {
    const bytes = Buffer.from(sealed)
    const tagStart = 1 + NONCE_BYTES
    if (bytes[0] !== VERSION || bytes.length < tagStart + TAG_BYTES) return undefined
    const decipher = createDecipheriv(CIPHER, this.deriveKey(purpose), bytes.subarray(1, tagStart), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(tagStart, tagStart + TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(tagStart + TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }

  /** HMAC-SHA-256 of a text that is stored unencrypted in a place where others can write, to detect changes. */
  mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.deriveKey(purpose)).update(text).digest()
  }

  private deriveKey(purpose: string): Buffer {
    const cached = this.keys.get(purpose)
    if (cached) return cached
    const key = Buffer.from(hkdfSync('sha256', this.secret, '', `daymark ${purpose}`, KEY_BYTES))
    this.keys.set(purpose, key)
    return key
  }
}
