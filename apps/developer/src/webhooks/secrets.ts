import { randomBytes } from 'node:crypto'
import { Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const PURPOSE = 'webhook secret'
/** Standard Webhooks: 24 to 64. */
const BYTES = 32

/** What deliveries are signed with: shown once, kept sealed. */
@Injectable()
export class Secrets {
  constructor(private readonly sealer: Sealer) {}

  make(webhookId: string): { secret: string; sealed: Buffer } {
    const key = randomBytes(BYTES)
    return { secret: `whsec_${key.toString('base64')}`, sealed: this.sealer.seal(PURPOSE, webhookId, key) }
  }

  /** Undefined where DAYMARK_SECRET is another one now. */
  open(webhookId: string, sealed: Buffer): Buffer | undefined {
    return this.sealer.open(PURPOSE, webhookId, sealed)
  }
}
