import {
  type Actor,
  entitlementOf,
  errors,
  type Rendition,
  requireFeature,
  requireUser,
  studioLogoChanged,
  toStudioLogo,
  type SubscriptionView,
} from '@daymark/contracts'
import { Clock, Database, Plans, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Logos } from '../watermark/settings/logos.ts'

/** Stores logos of studios. A logo stays stored after a downgrade; callers decide whether to display it (rule 71). */
@Injectable()
export class StudioLogos {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly logos: Logos,
  ) {}

  async of(ownerId: string): Promise<Rendition | null> {
    const [row] = await this.db.sql<{ logo: Rendition }>('SELECT logo FROM studio_logos WHERE owner_id = $1', [ownerId])
    return row?.logo ?? null
  }

  async set(file: { key: string; size: number }, plan: SubscriptionView, actor: Actor): Promise<Rendition> {
    const ownerId = requireUser(actor)
    if (plan.userId !== ownerId) throw errors.FORBIDDEN()
    requireFeature(entitlementOf(plan, this.clock.now()), 'white_label', 'White label')
    const logo = await this.logos.fromFile(ownerId, file, 'studio')
    await this.replace(actor, logo, tx => this.plans.save(tx, plan))
    return logo
  }

  remove(actor: Actor): Promise<void> {
    return this.replace(actor, null)
  }

  /** Uses an advisory lock, because the row may not exist yet. Files that a crash leaves are swept. */
  private async replace(actor: Actor, logo: Rendition | null, also?: (tx: Tx) => void): Promise<void> {
    const ownerId = requireUser(actor)
    const before = await this.db.commit(async tx => {
      also?.(tx)
      void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`studio-logo:${ownerId}`])
      // the database's clock, read after the lock was taken, so it increases with every change
      const [row] = await tx.sql<{ logo: Rendition | null; revision: number }>(
        `SELECT (SELECT logo FROM studio_logos WHERE owner_id = $1) AS logo,
           (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS revision`,
        [ownerId],
      )
      void (logo
        ? tx.sql(
            `INSERT INTO studio_logos (owner_id, logo) VALUES ($1, $2) ON CONFLICT (owner_id) DO UPDATE SET logo = $2`,
            [ownerId, logo],
          )
        : tx.sql('DELETE FROM studio_logos WHERE owner_id = $1', [ownerId]))
      const payload = { ownerId, revision: row?.revision, logo: logo && toStudioLogo(logo) }
      tx.emit(studioLogoChanged, ownerId, payload, actor)
      return row?.logo ?? null
    })
    await this.logos.forget(before, logo)
  }
}
