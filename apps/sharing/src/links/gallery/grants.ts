import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac, timingSafeEqual } from 'node:crypto'

const GRANT_LIFETIME_MS = 30 * 86_400_000
type ProtectedLink = { id: string; passwordVersion: number }

/**
 * Proves that a visitor entered the current password of a link. Grants are signed, so nothing is stored; a new password
 * invalidates them.
 */
@Injectable()
export class Grants {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('share-grant').digest()
  }

  issue(link: ProtectedLink, now: Date): string {
    const until = now.getTime() + GRANT_LIFETIME_MS
    return `${until}.${this.sign(link, until)}`
  }

  accepts(grant: string | undefined, link: ProtectedLink, now: Date): boolean {
    const [until = '', signature = ''] = (grant ?? '').split('.')
    if (!/^\d{1,15}$/.test(until) || Number(until) <= now.getTime()) return false
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.sign(link, Number(until)))]
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }

  private sign(link: ProtectedLink, until: number): string {
    return createHmac('sha256', this.key).update(`${link.id}.${link.passwordVersion}.${until}`).digest('base64url')
  }
}
