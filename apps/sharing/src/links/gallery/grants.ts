import { createHmac, timingSafeEqual } from 'node:crypto'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const LIFETIME_MS = 30 * 86_400_000
export type Locked = { id: string; passwordVersion: number }

/** Proof that a visitor gave the password of this link as it is now. Signed, so nothing has to be kept; a new password ends it. */
@Injectable()
export class Grants {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('share-grant').digest()
  }

  issue(link: Locked, now: Date): string {
    const until = now.getTime() + LIFETIME_MS
    return `${until}.${this.sign(link, until)}`
  }

  accepts(grant: string | undefined, link: Locked, now: Date): boolean {
    const [until = '', signature = ''] = (grant ?? '').split('.')
    if (!/^\d{1,15}$/.test(until) || Number(until) <= now.getTime()) return false
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(link, Number(until)))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  private sign(link: Locked, until: number): string {
    return createHmac('sha256', this.key).update(`${link.id}.${link.passwordVersion}.${until}`).digest('base64url')
  }
}
