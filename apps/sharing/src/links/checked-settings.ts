import type { Actor } from '@daymark/contracts'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { WatermarkRule } from './watermark-rule.ts'

type Wanted = {
  watermark?: boolean | undefined
  watermarkRevision?: number | undefined
  password?: string | null | undefined
}

/** What an owner wants of a link, checked, and with a hash in place of the password: slow, so done before the commit. */
@Injectable()
export class CheckedSettings {
  private readonly watermarks: WatermarkRule
  private readonly passwords: Passwords
  constructor(watermarks: WatermarkRule, passwords: Passwords) {
    this.watermarks = watermarks
    this.passwords = passwords
  }

  /** Left out: as it was. Empty or null: none. */
  async of<T extends Wanted>({ password, watermarkRevision, ...settings }: T, actor: Actor) {
    await this.watermarks.check(settings.watermark, watermarkRevision, actor)
    const none = password === undefined ? undefined : null
    return { ...settings, passwordHash: password ? await this.passwords.hash(password, actor.userId) : none }
  }
}
