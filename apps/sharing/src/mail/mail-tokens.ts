import { isId, PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ALPHANUMERIC } from '../links/link-addresses.ts'

/** The recipient of an email: the hash of the address, with the photographer and the gallery that the email is about. */
type MailRecipient = { linkId: string; ownerId: string; hash: string }

/**
 * Issues and verifies the tokens in unsubscribe links, so that only recipients of an email can unsubscribe. Tokens are signed, so none are
 * stored, and links in old emails remain valid.
 */
@Injectable()
export class UnsubscribeTokens {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('visitor-mails').digest()
  }

  issueToken(recipient: MailRecipient): string {
    return `${recipient.linkId}.${recipient.ownerId}.${recipient.hash}.${this.sign(recipient)}`
  }

  verify(token: string): MailRecipient | undefined {
    const [linkId = '', ownerId = '', hash = '', signature = ''] = token.split('.')
    if (!isId(linkId) || !isId(ownerId)) return undefined
    const recipient = { linkId, ownerId, hash }
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.sign(recipient))]
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? recipient : undefined
  }

  private sign({ linkId, ownerId, hash }: MailRecipient): string {
    return createHmac('sha256', this.key).update(`${linkId}.${ownerId}.${hash}`).digest('base64url')
  }
}

/**
 * Computes the keys in emailed personal links, one per email. A key is derived from the secret of the installation when the email is sent,
 * so that queued emails contain no keys.
 */
@Injectable()
export class PersonalLinkKeys {
  private readonly secret: Buffer
  constructor(platform: PlatformConfig) {
    this.secret = createHmac('sha256', platform.secret).update('visitor-key').digest()
  }

  keyFor(mailId: string): string {
    const bytes = createHmac('sha256', this.secret).update(mailId).digest()
    return [...bytes].map(byte => ALPHANUMERIC[byte % ALPHANUMERIC.length]).join('')
  }
}
