import { type Actor, errors, type Input, presets, requireUser } from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'

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
