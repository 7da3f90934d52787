import { createHash } from 'node:crypto'
import {
  type Actor,
  entitlementOf,
  errors,
  type http,
  type Rendition,
  requirePlan,
  requireUser,
  type SubscriptionView,
  WATERMARK_DEFAULTS,
  watermarkChanged,
  watermarkOutdated,
  type WatermarkView,
} from '@daymark/contracts'
import { Clock, Database, Plans, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export type Watermark = {
  revision: number
  config: http.WatermarkConfig
  image: Rendition | null
  /** The version of rendered pictures; null: none was ever rendered. */
  version: string | null
}
type Change = Partial<Pick<Watermark, 'config' | 'image'>>

/** The version of the drawing code. Increase it when the same settings are drawn differently. */
const RENDERER = 1
/** The number of photos whose small sizes are rendered again at once; others are rendered on request. */
const MAX_OUTDATED = 2000
const PER_EVENT = 100
const COLUMNS = 'revision, config, image, version'

/** Stores watermark settings. If the plan does not include watermarks the settings stay, but can only be removed. */
@Injectable()
export class Watermarks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async of(actor: Actor): Promise<Watermark> {
    const [row] = await this.db.sql<Watermark>(`SELECT ${COLUMNS} FROM watermarks WHERE owner_id = $1`, [
      requireUser(actor),
    ])
    return row ?? { revision: 0, config: WATERMARK_DEFAULTS, image: null, version: null }
  }

  /** S-WMA-05: throws if the plan does not include watermarks. Call it before any work is done. */
  check(plan: SubscriptionView, actor: Actor): void {
    if (plan.userId !== requireUser(actor)) throw errors.FORBIDDEN()
    requirePlan(entitlementOf(plan, this.clock.now()), 'canUseWatermarks', 'Watermarking')
  }

  /** Returns the previous settings, too. */
  async change(
    actor: Actor,
    change: (before: Watermark) => Change,
    plan?: SubscriptionView,
  ): Promise<{ before: Watermark; after: Watermark }> {
    const ownerId = requireUser(actor)
    return this.db.commit(async tx => {
      if (plan) this.plans.save(tx, plan)
      const before = await lock(tx, ownerId)
      const after = { ...before, ...change(before), revision: before.revision + 1 }
      if (after.image) after.version = versionOf(after.config, after.image)
      const { revision, config, image, version } = after
      void tx.sql(
        `INSERT INTO watermarks (owner_id, ${COLUMNS}, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (owner_id) DO UPDATE SET revision = $2, config = $3, image = $4, version = $5, changed_at = $6`,
        [ownerId, revision, config, image, version, this.clock.now()],
      )
      tx.emit(watermarkChanged, ownerId, { ownerId, revision, exists: image !== null }, actor)
      if (image && before.version && version && version !== before.version)
        await announceOutdated(tx, ownerId, { before: before.version, version })
      return { before, after }
    })
  }
}

export const viewOf = ({ image, config, revision }: Watermark): WatermarkView => ({ image, config, revision })

export const watermarkLock = (ownerId: string): string => `watermark:${ownerId}`
/** Takes an advisory lock, because the row may not exist yet. With it, events have the order of the changes. */
async function lock(tx: Tx, ownerId: string): Promise<Watermark> {
  void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [watermarkLock(ownerId)])
  const [row] = await tx.sql<Watermark>(`SELECT ${COLUMNS} FROM watermarks WHERE owner_id = $1`, [ownerId])
  return row ?? { revision: 0, config: WATERMARK_DEFAULTS, image: null, version: null }
}

/** Returns a digest of the settings and the image. Excludes the names of positions, which do not affect the picture. */
function versionOf(config: http.WatermarkConfig, { sha256 }: Rendition): string {
  const { portraitPosition: _, landscapePosition: __, ...drawn } = config
  const all = [RENDERER, sha256, ...Object.entries(drawn).toSorted(([a], [b]) => (a < b ? -1 : 1))]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 24)
}

async function announceOutdated(tx: Tx, ownerId: string, of: { before: string; version: string }): Promise<void> {
  const rows = await tx.sql<{ photoId: string }>(
    'SELECT DISTINCT photo_id AS "photoId" FROM watermarked_files WHERE owner_id = $1 AND version = $2 LIMIT $3',
    [ownerId, of.before, MAX_OUTDATED],
  )
  for (let at = 0; at < rows.length; at += PER_EVENT) {
    const photoIds = rows.slice(at, at + PER_EVENT).map(({ photoId }) => photoId)
    tx.emit(watermarkOutdated, ownerId, { ownerId, version: of.version, photoIds })
  }
}
