import { createHmac, timingSafeEqual } from 'node:crypto'
import { MAIL_TOPICS, type MailTopic } from '@daymark/contracts'
import { isId, PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/** Signed unsubscribe links. They need no storage, so the link of an old mail still works. */
@Injectable()
export class UnsubscribeLinks {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('mail-unsubscribe').digest()
  }

  tokenOf(userId: string, topic: MailTopic): string {
    return `${userId}.${topic}.${this.sign(userId, topic)}`
  }

  read(token: string): { userId: string; topic: MailTopic } | undefined {
    const [userId = '', name = '', signature = ''] = token.split('.')
    const topic = MAIL_TOPICS.find(known => known === name)
    if (!topic || !isId(userId)) return undefined
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.sign(userId, topic))]
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? { userId, topic } : undefined
  }

  private sign(userId: string, topic: MailTopic): string {
    return createHmac('sha256', this.key).update(`${userId}.${topic}`).digest('base64url')
  }
}
