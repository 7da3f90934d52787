import { type Actor, type Brand, brandChanged, requireFeature, requireUser } from '@daymark/contracts'
import { Database, Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export const brandLockKey = (ownerId: string): string => `brand:${ownerId}`
const NONE: Brand = { name: '', website: null, accent: null }

/** Each studio's name and look. Kept when the plan ends, and shown only as long as it lasts. */
@Injectable()
export class Brands {
  constructor(
    private readonly db: Database,
    private readonly plans: Plans,
  ) {}

  async of(ownerId: string): Promise<Brand> {
    const [row] = await this.db.sql<Brand>('SELECT name, website, accent FROM brands WHERE owner_id = $1', [ownerId])
    return row ?? NONE
  }

  /** A logo and a colour belong to a name: without one it is Daymark's. */
  async shown(ownerId: string): Promise<Brand | null> {
    const brand = await this.of(ownerId)
    if (brand.name === '') return null
    return (await this.plans.of(ownerId)).features.includes('white_label') ? brand : null
  }

  async change(actor: Actor, patch: Partial<Brand>): Promise<Brand> {
    const ownerId = requireUser(actor)
    requireFeature(await this.plans.of(ownerId), 'white_label', 'White label')
    return this.db.commit(async tx => {
      const has = (name: keyof Brand): boolean => patch[name] !== undefined
      void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [brandLockKey(ownerId)])
      // of the database's clock and read while the row is held: it grows with every change
      const [row] = await tx.sql<Brand & { revision: number }>(
        `INSERT INTO brands AS b (owner_id, name, website, accent) VALUES ($1, coalesce($2, ''), $3, $4)
         ON CONFLICT (owner_id) DO UPDATE SET name = CASE WHEN $5 THEN $2 ELSE b.name END,
           website = CASE WHEN $6 THEN $3 ELSE b.website END, accent = CASE WHEN $7 THEN $4 ELSE b.accent END
         RETURNING name, website, accent, (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS revision`,
        [ownerId, patch.name, patch.website, patch.accent, has('name'), has('website'), has('accent')],
      )
      const { revision, ...brand } = row ?? { ...NONE, revision: 0 }
      tx.emit(brandChanged, ownerId, { ownerId, revision, brand }, actor)
      return brand
    })
  }
}
