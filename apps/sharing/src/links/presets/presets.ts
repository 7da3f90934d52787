import { type Actor, errors, type PresetView, requireUser } from '@daymark/contracts'
import { Database, isId, Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { PRESET, type PresetRow } from './preset-rows.ts'

const READ = `SELECT ${PRESET} FROM presets WHERE owner_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY lower(name), id`

/** Presets as their owner gets them: what she cannot have at the moment is left out, and stays for when she can. */
@Injectable()
export class Presets {
  constructor(
    private readonly db: Database,
    private readonly plans: Plans,
  ) {}

  async all(actor: Actor): Promise<PresetView[]> {
    const ownerId = requireUser(actor)
    return this.view(await this.db.sql<PresetRow>(READ, [ownerId, null]), ownerId)
  }

  /** Somebody else's does not exist. */
  async one(id: string, actor: Actor): Promise<PresetView> {
    const ownerId = requireUser(actor)
    const rows = isId(id) ? await this.db.sql<PresetRow>(READ, [ownerId, id]) : []
    const [view] = await this.view(rows, ownerId)
    if (!view) throw errors.PRESET_NOT_FOUND()
    return view
  }

  private async view(rows: PresetRow[], ownerId: string): Promise<PresetView[]> {
    const reason = rows.some(({ settings }) => settings.watermark) ? await this.noWatermark(ownerId) : null
    return rows.map(({ createdAt, updatedAt, ...row }) => {
      const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
      if (!row.settings.watermark || reason === null) return { ...row, ...times, leftOut: [] }
      const { watermark: _, ...settings } = row.settings
      return { ...row, ...times, settings, leftOut: [{ setting: 'watermark', reason }] }
    })
  }

  /** rule 40: there is none without the plan and an image. null: there can be one. */
  async noWatermark(ownerId: string): Promise<string | null> {
    const { limits } = await this.plans.of(ownerId)
    if (!limits.canUseWatermarks) return 'The watermark was omitted: your plan does not include watermarks.'
    const [image] = await this.db.sql('SELECT FROM watermarks WHERE owner_id = $1 AND present', [ownerId])
    return image ? null : 'The watermark was omitted: no watermark image has been uploaded.'
  }
}
