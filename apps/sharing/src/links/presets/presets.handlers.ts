import { type Actor, errors, type Input, presets, requireUser } from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { prepareSave, lockPresets, PRESET_COLUMNS, type PresetRow, Presets, withoutPickDeadline } from './presets.ts'

const INSERT_PRESET = `
  INSERT INTO presets (id, owner_id, name, settings, expires_after_days, ask_password, is_default, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`

const UPDATE_PRESET = `
  UPDATE presets SET name = $3, settings = $4, expires_after_days = $5, ask_password = $6, is_default = $7, updated_at = $8
  WHERE owner_id = $1 AND id = $2`

@RpcHandlers()
export class PresetHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly repository: Presets,
  ) {}

  @Handles(presets.createPreset)
  async createPreset(input: Input<typeof presets.createPreset>, actor: Actor) {
    const { name, settings, expiresAfterDays, askPassword, isDefault } = input
    const [id, ownerId] = [randomUUIDv7(), requireUser(actor)]
    await this.db.commit(async tx => {
      lockPresets(tx, ownerId)
      await prepareSave(tx, ownerId, { id, name, isDefault })
      await tx.sql(INSERT_PRESET, [
        id,
        ownerId,
        name,
        withoutPickDeadline(settings),
        expiresAfterDays,
        askPassword,
        isDefault,
        this.clock.now(),
      ])
    })
    return this.repository.get(id, actor)
  }

  @Handles(presets.deletePreset)
  async deletePreset({ id }: Input<typeof presets.deletePreset>, actor: Actor) {
    const ownerId = requireUser(actor)
    return this.db.commit(async tx => {
      const deleted = isId(id)
        ? await tx.sql('DELETE FROM presets WHERE owner_id = $1 AND id = $2 RETURNING id', [ownerId, id])
        : []
      if (deleted.length === 0) throw errors.PRESET_NOT_FOUND()
      return { success: true as const }
    })
  }

  @Handles(presets.getPreset)
  getPreset({ id }: Input<typeof presets.getPreset>, actor: Actor) {
    return this.repository.get(id, actor)
  }

  @Handles(presets.listPresets)
  listPresets(_: Input<typeof presets.listPresets>, actor: Actor) {
    return this.repository.list(actor)
  }

  /** Changes a preset. Links that were created with it do not change. */
  @Handles(presets.updatePreset)
  async updatePreset({ id, ...patch }: Input<typeof presets.updatePreset>, actor: Actor) {
    const ownerId = requireUser(actor)
    if (!isId(id)) throw errors.PRESET_NOT_FOUND()
    const isWatermarkUnavailable =
      patch.settings !== undefined && (await this.repository.watermarkUnavailableReason(ownerId)) !== null
    await this.db.commit(async tx => {
      lockPresets(tx, ownerId)
      const selectPreset = `SELECT ${PRESET_COLUMNS} FROM presets WHERE owner_id = $1 AND id = $2`
      const [current] = await tx.sql<PresetRow>(selectPreset, [ownerId, id])
      if (!current) throw errors.PRESET_NOT_FOUND()
      const definedFields = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      const updated: PresetRow = { ...current, ...definedFields }
      // an owner whose plan excludes watermarks cannot see the setting, so the setting is kept until the plan includes watermarks again
      if (isWatermarkUnavailable && current.settings.watermark)
        updated.settings = { ...updated.settings, watermark: true }
      await prepareSave(tx, ownerId, updated)
      await tx.sql(UPDATE_PRESET, [
        ownerId,
        id,
        updated.name,
        withoutPickDeadline(updated.settings),
        updated.expiresAfterDays,
        updated.askPassword,
        updated.isDefault,
        this.clock.now(),
      ])
    })
    return this.repository.get(id, actor)
  }
}
