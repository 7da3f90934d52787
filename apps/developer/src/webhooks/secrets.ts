import { randomBytes } from 'node:crypto'
import { Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const PURPOSE = 'webhook secret'
/** Length in bytes; Standard Webhooks allows 24 to 64. */
const BYTES = 32

/** The signing secret of a webhook, shown once and stored sealed. */
@Injectable()
export class Secrets {
  constructor(private readonly sealer: Sealer) {}

  make(webhookId: string): { secret: string; sealed: Buffer } {
    const key = randomBytes(BYTES)
    return { secret: `whsec_${key.toString('base64')}`, sealed: this.sealer.seal(PURPOSE, webhookId, key) }
  }

  /** Undefined if DAYMARK_SECRET has changed. */
  open(webhookId: string, sealed: Buffer): Buffer | undefined {
    return this.sealer.open(PURPOSE, webhookId, sealed)
  }
}
