import { type Actor, errors, type Input, presets, requireUser } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId } from '@daymark/platform'
import { holdPresets, keptSettings, PRESET, type PresetRow, takePlace } from './preset-rows.ts'
import { Presets } from './presets.ts'

const UPDATE = `
  UPDATE presets SET name = $3, settings = $4, expires_after_days = $5, ask_password = $6, is_default = $7, updated_at = $8
  WHERE owner_id = $1 AND id = $2`

/** Links that were made with it stay as they are. */
@Handles(presets.updatePreset)
export class UpdatePreset implements Handler<typeof presets.updatePreset> {
  private readonly presets: Presets
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    kept: Presets,
  ) {
    this.presets = kept
  }

  async handle({ id, ...patch }: Input<typeof presets.updatePreset>, actor: Actor) {
    const ownerId = requireUser(actor)
    if (!isId(id)) throw errors.PRESET_NOT_FOUND()
    const isLeftOut = patch.settings !== undefined && (await this.presets.noWatermark(ownerId)) !== null
    await this.db.commit(async tx => {
      holdPresets(tx, ownerId)
      const read = `SELECT ${PRESET} FROM presets WHERE owner_id = $1 AND id = $2`
      const [before] = await tx.sql<PresetRow>(read, [ownerId, id])
      if (!before) throw errors.PRESET_NOT_FOUND()
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      const after: PresetRow = { ...before, ...given }
      // who cannot choose it has not taken it off: it stays for when it can be had, as that of a link does
      if (isLeftOut && before.settings.watermark) after.settings = { ...after.settings, watermark: true }
      await takePlace(tx, ownerId, after)
      await tx.sql(UPDATE, [
        ...[ownerId, id, after.name, keptSettings(after.settings)],
        ...[after.expiresAfterDays, after.askPassword, after.isDefault, this.clock.now()],
      ])
    })
    return this.presets.one(id, actor)
  }
}
