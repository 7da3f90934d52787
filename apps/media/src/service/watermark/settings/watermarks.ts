import {
  type Actor,
  entitlementOf,
  errors,
  type http,
  positionNameAt,
  type Rendition,
  requireFeature,
  requireUser,
  percentagesOfPosition,
  type SubscriptionView,
  WATERMARK_DEFAULTS,
  WATERMARK_POSITIONS,
  watermarkChanged,
  watermarkOutdated,
  type WatermarkView,
} from '@daymark/contracts'
import { Clock, Database, Plans, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'

export type Watermark = {
  revision: number
  config: http.WatermarkConfig
  image: Rendition | null
  /** Hash of the settings and the logo. Null if the watermark never had a logo. */
  version: string | null
}
type WatermarkChange = Partial<Pick<Watermark, 'config' | 'image'>>

/** Part of the version hash. Must be increased when a change of the code changes the rendered pictures. */
const RENDERER_VERSION = 1
/** Maximum number of photos that are rendered in advance after a change of the watermark. Other photos are rendered on request. */
const MAX_PHOTOS_TO_WARM_UP = 2000
const PHOTOS_PER_EVENT = 100
const WATERMARK_COLUMNS = 'revision, config, image, version'

/**
 * Stores watermark settings. After a downgrade to a plan without watermarks, the settings remain stored and the owner can only remove them.
 */
@Injectable()
export class Watermarks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async find(actor: Actor): Promise<Watermark> {
    const [row] = await this.db.sql<Watermark>(`SELECT ${WATERMARK_COLUMNS} FROM watermarks WHERE owner_id = $1`, [
      requireUser(actor),
    ])
    return row ?? { revision: 0, config: WATERMARK_DEFAULTS, image: null, version: null }
  }

  /** S-WMA-05: throws if the plan does not include watermarks. */
  assertPlanAllows(plan: SubscriptionView, actor: Actor): void {
    if (plan.userId !== requireUser(actor)) throw errors.FORBIDDEN()
    requireFeature(entitlementOf(plan, this.clock.now()), 'watermarks', 'Watermarking')
  }

  /** Applies `change` to the settings and returns the settings before and after it. */
  async change(
    actor: Actor,
    change: (before: Watermark) => WatermarkChange,
    plan?: SubscriptionView,
  ): Promise<{ before: Watermark; after: Watermark }> {
    const ownerId = requireUser(actor)
    return this.db.commit(async tx => {
      if (plan) this.plans.save(tx, plan)
      const before = await lockAndFind(tx, ownerId)
      const after = { ...before, ...change(before), revision: before.revision + 1 }
      if (after.image) after.version = hashSettings(after.config, after.image)
      const { revision, config, image, version } = after
      tx.send(
        `INSERT INTO watermarks (owner_id, ${WATERMARK_COLUMNS}, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (owner_id) DO UPDATE SET revision = $2, config = $3, image = $4, version = $5, changed_at = $6`,
        [ownerId, revision, config, image, version, this.clock.now()],
      )
      tx.emit(watermarkChanged, ownerId, { ownerId, revision, exists: image !== null }, actor)
      if (image && before.version && version && version !== before.version)
        await emitOutdated(tx, ownerId, { before: before.version, after: version })
      return { before, after }
    })
  }
}

export const toWatermarkView = ({ image, config, revision }: Watermark): WatermarkView => ({ image, config, revision })

export const watermarkLockName = (ownerId: string): string => `watermark:${ownerId}`
/**
 * Locks and returns the watermark of an owner. Takes an advisory lock, because the row may not exist yet. The lock also ensures that events
 * are emitted in the order of the changes.
 */
async function lockAndFind(tx: Tx, ownerId: string): Promise<Watermark> {
  tx.lock(watermarkLockName(ownerId))
  const [row] = await tx.sql<Watermark>(`SELECT ${WATERMARK_COLUMNS} FROM watermarks WHERE owner_id = $1`, [ownerId])
  return row ?? { revision: 0, config: WATERMARK_DEFAULTS, image: null, version: null }
}

/** Returns the version of a watermark. Ignores the names of positions, because only X and Y affect the picture. */
function hashSettings(config: http.WatermarkConfig, { sha256 }: Rendition): string {
  const { portraitPosition: _, landscapePosition: __, ...drawnSettings } = config
  const hashedValues = [
    RENDERER_VERSION,
    sha256,
    ...Object.entries(drawnSettings).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]
  return createHash('sha256').update(JSON.stringify(hashedValues)).digest('hex').slice(0, 24)
}

async function emitOutdated(tx: Tx, ownerId: string, versions: { before: string; after: string }): Promise<void> {
  const rows = await tx.sql<{ photoId: string }>(
    'SELECT DISTINCT photo_id AS "photoId" FROM watermarked_files WHERE owner_id = $1 AND version = $2 LIMIT $3',
    [ownerId, versions.before, MAX_PHOTOS_TO_WARM_UP],
  )
  for (let start = 0; start < rows.length; start += PHOTOS_PER_EVENT) {
    const photoIds = rows.slice(start, start + PHOTOS_PER_EVENT).map(({ photoId }) => photoId)
    tx.emit(watermarkOutdated, ownerId, { ownerId, version: versions.after, photoIds })
  }
}

type Config = http.WatermarkConfig
const ORIENTATIONS = ['portrait', 'landscape'] as const

/** Applies a patch to watermark settings. The name of a position also sets X and Y, and X and Y without a name also set the name. */
export function applyConfigPatch(before: Config, patch: http.WatermarkPatch): Config {
  const after = { ...before, ...selectDefinedNumbers(patch) }
  for (const shape of ORIENTATIONS) Object.assign(after, patchPosition(shape, before, patch))
  return after
}

function patchPosition(
  shape: (typeof ORIENTATIONS)[number],
  before: Config,
  patch: http.WatermarkPatch,
): Partial<Config> {
  const [nameField, xField, yField] = [`${shape}Position`, `${shape}XPercent`, `${shape}YPercent`] as const
  const [x, y] = [patch[xField], patch[yField]]
  const isMoved = x !== undefined || y !== undefined
  const requestedName = WATERMARK_POSITIONS.find(
    known => known === (patch[nameField] === 'centre' ? 'center' : patch[nameField]),
  )
  if (requestedName && isMoved) return { [nameField]: requestedName }
  const percentages = requestedName && percentagesOfPosition(requestedName)
  if (percentages) return { [nameField]: requestedName, [xField]: percentages.x, [yField]: percentages.y }
  if (requestedName) return { [nameField]: requestedName }
  return isMoved ? { [nameField]: positionNameAt(x ?? before[xField], y ?? before[yField]) } : {}
}

/** Returns the given numbers of a patch, without the names of positions. */
const selectDefinedNumbers = ({
  portraitPosition: _,
  landscapePosition: __,
  ...numbers
}: http.WatermarkPatch): Partial<Config> =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined))
