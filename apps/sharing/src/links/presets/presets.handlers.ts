import { type Actor, errors, type Input, presets, requireUser } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { holdPresets, keptSettings, PRESET, type PresetRow, takePlace } from './preset-rows.ts'
import { Presets } from './presets.ts'

const INSERT = `
  INSERT INTO presets (id, owner_id, name, settings, expires_after_days, ask_password, is_default, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`

@Handles(presets.createPreset)
export class CreatePreset implements Handler<typeof presets.createPreset> {
  private readonly presets: Presets
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    kept: Presets,
  ) {
    this.presets = kept
  }

  async handle(input: Input<typeof presets.createPreset>, actor: Actor) {
    const { name, settings, expiresAfterDays, askPassword, isDefault } = input
    const [id, ownerId] = [randomUUIDv7(), requireUser(actor)]
    await this.db.commit(async tx => {
      holdPresets(tx, ownerId)
      await takePlace(tx, ownerId, { id, name, isDefault })
      await tx.sql(INSERT, [
        ...[id, ownerId, name, keptSettings(settings)],
        ...[expiresAfterDays, askPassword, isDefault, this.clock.now()],
      ])
    })
    return this.presets.one(id, actor)
  }
}

@Handles(presets.deletePreset)
export class DeletePreset implements Handler<typeof presets.deletePreset> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof presets.deletePreset>, actor: Actor) {
    const ownerId = requireUser(actor)
    return this.db.commit(async tx => {
      const gone = isId(id)
        ? await tx.sql('DELETE FROM presets WHERE owner_id = $1 AND id = $2 RETURNING id', [ownerId, id])
        : []
      if (gone.length === 0) throw errors.PRESET_NOT_FOUND()
      return { success: true as const }
    })
  }
}

@Handles(presets.getPreset)
export class GetPreset implements Handler<typeof presets.getPreset> {
  private readonly presets: Presets
  constructor(kept: Presets) {
    this.presets = kept
  }

  handle({ id }: Input<typeof presets.getPreset>, actor: Actor) {
    return this.presets.one(id, actor)
  }
}

@Handles(presets.listPresets)
export class ListPresets implements Handler<typeof presets.listPresets> {
  private readonly presets: Presets
  constructor(kept: Presets) {
    this.presets = kept
  }

  handle(_: Input<typeof presets.listPresets>, actor: Actor) {
    return this.presets.all(actor)
  }
}

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
