import { randomUUIDv7 } from 'node:crypto'
import { type Actor, type Input, presets, requireUser } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { holdPresets, keptSettings, takePlace } from './preset-rows.ts'
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
