import { isId, PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** An address, by its hash, in the galleries of a photographer, and the one of them that the mail was about. */
export type Addressed = { linkId: string; ownerId: string; hash: string }

/** Who may turn mails of an address off is who has one of them: signed, so nothing is kept and an old mail's link still works. */
@Injectable()
export class MailProofs {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('visitor-mails').digest()
  }

  make(addressed: Addressed): string {
    return `${addressed.linkId}.${addressed.ownerId}.${addressed.hash}.${this.sign(addressed)}`
  }

  read(token: string): Addressed | undefined {
    const [linkId = '', ownerId = '', hash = '', signature = ''] = token.split('.')
    if (!isId(linkId) || !isId(ownerId)) return undefined
    const addressed = { linkId, ownerId, hash }
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(addressed))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? addressed : undefined
  }

  private sign({ linkId, ownerId, hash }: Addressed): string {
    return createHmac('sha256', this.key).update(`${linkId}.${ownerId}.${hash}`).digest('base64url')
  }
}
