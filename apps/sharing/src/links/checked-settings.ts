import { errors, passwordWeakness, slugProblem, type Actor } from '@daymark/contracts'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { WatermarkRule } from './watermark-rule.ts'

type Wanted = {
  watermark?: boolean | undefined
  watermarkRevision?: number | undefined
  password?: string | null | undefined
  passwordHint?: string | null | undefined
  slug?: string | null | undefined
}

/** What an owner wants of a link, checked, and with a hash in place of the password: slow, so done before the commit. */
@Injectable()
export class CheckedSettings {
  constructor(
    private readonly watermarks: WatermarkRule,
    private readonly passwords: Passwords,
  ) {}

  /** Left out: as it was. Empty or null: none. `names`: what stands at the gallery, which is no good password for it. */
  async of<T extends Wanted>(wanted: T, actor: Actor, names: readonly string[]) {
    const { password, passwordHint: hint, slug: name, watermarkRevision, ...settings } = wanted
    const passwordHint = trimmed(hint)
    const slug = trimmed(name)?.toLowerCase() ?? trimmed(name)
    check(slug, password, passwordHint)
    await this.watermarks.check(settings.watermark, watermarkRevision, actor)
    const none = password === undefined ? undefined : null
    return {
      ...settings,
      passwordHint,
      slug,
      passwordHash: password ? await this.passwords.hash(password, actor.userId) : none,
      passwordWeakness: password ? passwordWeakness(password, [...names, slug ?? '']) : none,
    }
  }
}

/** Left out: as it was. Empty or null: none. */
const trimmed = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null

function check(slug?: string | null, password?: string | null, hint?: string | null): void {
  const problem = slug ? slugProblem(slug) : undefined
  if (problem) throw errors.INVALID_INPUT({ reason: problem })
  if (password && hint?.toLowerCase().includes(password.toLowerCase()))
    throw errors.INVALID_INPUT({ reason: 'The hint is public and must not contain the password.' })
}
