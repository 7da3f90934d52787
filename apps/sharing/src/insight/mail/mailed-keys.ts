import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The key in a personal link, each mail its own. Made when it leaves, of the secret of the installation: a mail that waits has none. */
@Injectable()
export class MailedKeys {
  private readonly secret: Buffer
  constructor(platform: PlatformConfig) {
    this.secret = createHmac('sha256', platform.secret).update('visitor-key').digest()
  }

  of(mailId: string): string {
    const bytes = createHmac('sha256', this.secret).update(mailId).digest()
    return [...bytes].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  }
}
