import {
  type Actor,
  errors,
  PRESET_LIMITS,
  type PresetSettings,
  type PresetView,
  requireUser,
} from '@daymark/contracts'
import { Database, isId, Plans, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export const PRESET_COLUMNS = `id, name, settings, expires_after_days AS "expiresAfterDays", ask_password AS "askPassword",
  is_default AS "isDefault", created_at AS "createdAt", updated_at AS "updatedAt"`
export type PresetRow = Omit<PresetView, 'leftOut' | 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

/**
 * Name of the lock that makes concurrent changes of an owner's presets wait for each other, so that they cannot exceed the limit or create
 * a second default.
 */
export const presetsLockKey = (ownerId: string): string => `presets:${ownerId}`
export const lockPresets = (tx: Tx, ownerId: string): void => tx.lock(presetsLockKey(ownerId))

type PresetName = { id: string; name: string; isDefault: boolean }

/**
 * Checks the limit and the name, and makes the preset the only default if `isDefault` is true. The caller must have called `lockPresets`.
 */
export async function prepareSave(tx: Tx, ownerId: string, { id, name, isDefault }: PresetName): Promise<void> {
  const otherPresets = await tx.sql<{ hasSameName: boolean }>(
    'SELECT lower(name) = lower($3) AS "hasSameName" FROM presets WHERE owner_id = $1 AND id <> $2',
    [ownerId, id, name],
  )
  if (otherPresets.length >= PRESET_LIMITS.max) throw errors.PRESETS_FULL()
  if (otherPresets.some(({ hasSameName }) => hasSameName)) throw errors.PRESET_NAME_TAKEN()
  if (isDefault) tx.send('UPDATE presets SET is_default = false WHERE owner_id = $1 AND id <> $2', [ownerId, id])
}

/** Removes the deadline for picks, which only makes sense for a single link. */
export const withoutPickDeadline = (settings: PresetSettings): PresetSettings =>
  settings.picks ? { ...settings, picks: { ...settings.picks, deadline: '' } } : settings

const SELECT_PRESETS = `SELECT ${PRESET_COLUMNS} FROM presets WHERE owner_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY lower(name), id`

/** Reads the presets of an owner. Settings that are not available at the moment are left out of the views but remain stored. */
@Injectable()
export class Presets {
  constructor(
    private readonly db: Database,
    private readonly plans: Plans,
  ) {}

  async list(actor: Actor): Promise<PresetView[]> {
    const ownerId = requireUser(actor)
    return this.toViews(await this.db.sql<PresetRow>(SELECT_PRESETS, [ownerId, null]), ownerId)
  }

  /** Returns a preset. Throws PRESET_NOT_FOUND, also for a preset of another user. */
  async get(id: string, actor: Actor): Promise<PresetView> {
    const ownerId = requireUser(actor)
    const rows = isId(id) ? await this.db.sql<PresetRow>(SELECT_PRESETS, [ownerId, id]) : []
    const [view] = await this.toViews(rows, ownerId)
    if (!view) throw errors.PRESET_NOT_FOUND()
    return view
  }

  private async toViews(rows: PresetRow[], ownerId: string): Promise<PresetView[]> {
    const reason = rows.some(({ settings }) => settings.watermark)
      ? await this.watermarkUnavailableReason(ownerId)
      : null
    return rows.map(({ createdAt, updatedAt, ...row }) => {
      const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
      if (!row.settings.watermark || reason === null) return { ...row, ...times, leftOut: [] }
      const { watermark: _, ...settings } = row.settings
      return { ...row, ...times, settings, leftOut: [{ setting: 'watermark', reason }] }
    })
  }

  /** rule 40: returns why the owner cannot use a watermark: the plan or the image is missing. Null if they can. */
  async watermarkUnavailableReason(ownerId: string): Promise<string | null> {
    const { features } = await this.plans.entitlementOf(ownerId)
    if (!features.includes('watermarks')) return 'The watermark was omitted: your plan does not include watermarks.'
    const [image] = await this.db.sql('SELECT FROM watermarks WHERE owner_id = $1 AND present', [ownerId])
    return image ? null : 'The watermark was omitted: no watermark image has been uploaded.'
  }
}
