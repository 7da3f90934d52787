import { type Actor, errors, findPasswordWeakness, findSlugProblem } from '@daymark/contracts'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { WatermarkRequirement } from './link-watermark.ts'

type RequestedSettings = {
  watermark?: boolean | undefined
  watermarkRevision?: number | undefined
  password?: string | null | undefined
  passwordHint?: string | null | undefined
  slug?: string | null | undefined
}

/** Validates the settings of a link and hashes its password. Hashing is slow, so it must happen before the transaction. */
@Injectable()
export class LinkSettingsValidator {
  constructor(
    private readonly watermarks: WatermarkRequirement,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Undefined settings stay unchanged; empty or null settings are removed. `publicTexts` are texts that visitors know, such as the title: a
   * password that resembles one of them is weak.
   */
  async validate<T extends RequestedSettings>(requested: T, actor: Actor, publicTexts: readonly string[]) {
    const { password, passwordHint: hint, slug: requestedSlug, watermarkRevision, ...settings } = requested
    const passwordHint = trimSetting(hint)
    const slug = trimSetting(requestedSlug)?.toLowerCase() ?? trimSetting(requestedSlug)
    assertValidSettings(slug, password, passwordHint)
    await this.watermarks.assertMet(settings.watermark, watermarkRevision, actor)
    const removedOrUnchanged = password === undefined ? undefined : null
    return {
      ...settings,
      passwordHint,
      slug,
      passwordHash: password ? await this.passwords.hash(password, actor.userId) : removedOrUnchanged,
      passwordWeakness: password ? findPasswordWeakness(password, [...publicTexts, slug ?? '']) : removedOrUnchanged,
    }
  }
}

/** Trims a text. Returns undefined if the setting is unchanged, and null if it is empty and thereby removed. */
const trimSetting = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null

function assertValidSettings(slug?: string | null, password?: string | null, hint?: string | null): void {
  const problem = slug ? findSlugProblem(slug) : undefined
  if (problem) throw errors.INVALID_INPUT({ reason: problem })
  if (password && hint?.toLowerCase().includes(password.toLowerCase()))
    throw errors.INVALID_INPUT({ reason: 'The hint is public and must not contain the password.' })
}
