import { type Actor, errors, presets, type PresetView } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { untilDate } from '../../helpers/dates.ts'
import type { LinkSettings } from './link-settings.ts'

const DAY_MS = 24 * 60 * 60_000

/** Links that begin with the settings of a preset. */
@Injectable()
export class PresetLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  /** What is wanted beside the preset counts more than it. PRESET_NOT_FOUND; PASSWORD_WANTED where it asks for one and there is none. */
  async begin(
    presetId: string | undefined,
    wanted: LinkSettings,
    actor: Actor,
  ): Promise<{ settings: LinkSettings; leftOut: PresetView['leftOut'] }> {
    if (presetId === undefined) return { settings: wanted, leftOut: [] }
    const preset = await this.rpc.call(presets.getPreset, { id: presetId }, actor)
    if (preset.askPassword && !wanted.password) throw errors.PASSWORD_WANTED()
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    return {
      settings: { ...preset.settings, ...this.expiry(preset), ...given },
      leftOut: preset.leftOut.filter(({ setting }) => !(setting in given)),
    }
  }

  /** The end of that day, as with any date (rule 34). */
  private expiry({ expiresAfterDays: days }: PresetView): LinkSettings {
    if (days === null) return {}
    const day = new Date(this.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    return { expiresAt: untilDate('expires_at', day) }
  }
}
