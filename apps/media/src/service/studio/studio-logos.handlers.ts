import {
  type Actor,
  entitlementOf,
  errors,
  type Input,
  type Rendition,
  requireFeature,
  requireUser,
  studioLogoChanged,
  toStudioLogo,
  studioLogos,
  type SubscriptionView,
} from '@daymark/contracts'
import { Clock, Database, Handles, Plans, RpcHandlers, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Logos } from '../watermark/settings/logos.ts'

/** Stores the logos of studios. A logo remains stored after a downgrade; whether it is displayed depends on the plan (rule 71). */
@Injectable()
export class StudioLogos {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly logos: Logos,
  ) {}

  async find(ownerId: string): Promise<Rendition | null> {
    const [row] = await this.db.sql<{ logo: Rendition }>('SELECT logo FROM studio_logos WHERE owner_id = $1', [ownerId])
    return row?.logo ?? null
  }

  async set(file: { key: string; size: number }, plan: SubscriptionView, actor: Actor): Promise<Rendition> {
    const ownerId = requireUser(actor)
    if (plan.userId !== ownerId) throw errors.FORBIDDEN()
    requireFeature(entitlementOf(plan, this.clock.now()), 'white_label', 'White label')
    const logo = await this.logos.convertAndStore(ownerId, file, 'studio')
    await this.replace(actor, logo, tx => this.plans.save(tx, plan))
    return logo
  }

  remove(actor: Actor): Promise<void> {
    return this.replace(actor, null)
  }

  /**
   * Replaces or deletes the logo of a studio. Takes an advisory lock, because the row may not exist yet. If a crash leaves an unused file,
   * the sweep of unreferenced files deletes it.
   */
  private async replace(actor: Actor, logo: Rendition | null, runInTransaction?: (tx: Tx) => void): Promise<void> {
    const ownerId = requireUser(actor)
    const previousLogo = await this.db.commit(async tx => {
      runInTransaction?.(tx)
      tx.lock(`studio-logo:${ownerId}`)
      // reads the time while the lock is held, so that each change has a higher revision
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
    await this.logos.removeReplaced(previousLogo, logo)
  }
}

@RpcHandlers()
export class StudioLogoHandlers {
  constructor(private readonly logos: StudioLogos) {}

  @Handles(studioLogos.getStudioLogo)
  async getStudioLogo({ ownerId }: Input<typeof studioLogos.getStudioLogo>) {
    return { logo: await this.logos.find(ownerId) }
  }

  @Handles(studioLogos.removeStudioLogo)
  async removeStudioLogo(_: Input<typeof studioLogos.removeStudioLogo>, actor: Actor) {
    await this.logos.remove(actor)
    return { logo: null }
  }

  @Handles(studioLogos.setStudioLogo)
  async setStudioLogo({ plan, ...file }: Input<typeof studioLogos.setStudioLogo>, actor: Actor) {
    return { logo: await this.logos.set(file, plan, actor) }
  }
}
