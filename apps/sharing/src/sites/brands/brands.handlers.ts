import {
  type Actor,
  type Brand,
  brandChanged,
  brands,
  errors,
  normalizeHostName,
  type Input,
  requireFeature,
  requireUser,
  trimVisibleText,
} from '@daymark/contracts'
import { Database, Handles, Plans, RpcHandlers } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/**
 * Normalizes the address of a studio's website, which visitors can open. Returns null for an empty text. Throws INVALID_INPUT if the text
 * is not the address of a website.
 */
export function parseWebsite(enteredText: string): string | null {
  const text = enteredText.trim()
  if (text === '') return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  const isWebsite = parsed && ['https:', 'http:'].includes(parsed.protocol) && !parsed.username && !parsed.password
  if (!isWebsite || normalizeHostName(parsed.hostname) !== parsed.hostname)
    throw errors.INVALID_INPUT({ reason: 'Enter the address of a website, such as https://www.example.com.' })
  return parsed.href
}

export const brandLockKey = (ownerId: string): string => `brand:${ownerId}`
const NO_BRAND: Brand = { name: '', website: null, accent: null }

/** Stores the name and appearance of studios. When the plan of an owner no longer includes them, they remain stored but are not shown. */
@Injectable()
export class Brands {
  constructor(
    private readonly db: Database,
    private readonly plans: Plans,
  ) {}

  async get(ownerId: string): Promise<Brand> {
    const [row] = await this.db.sql<Brand>('SELECT name, website, accent FROM brands WHERE owner_id = $1', [ownerId])
    return row ?? NO_BRAND
  }

  /**
   * Returns the brand that galleries show. Null if the brand has no name or the owner's plan does not include white label; galleries then
   * show Daymark's brand.
   */
  async getPublic(ownerId: string): Promise<Brand | null> {
    const brand = await this.get(ownerId)
    if (brand.name === '') return null
    return (await this.plans.entitlementOf(ownerId)).features.includes('white_label') ? brand : null
  }

  async change(actor: Actor, patch: Partial<Brand>): Promise<Brand> {
    const ownerId = requireUser(actor)
    requireFeature(await this.plans.entitlementOf(ownerId), 'white_label', 'White label')
    return this.db.commit(async tx => {
      const isChanged = (name: keyof Brand): boolean => patch[name] !== undefined
      tx.lock(brandLockKey(ownerId))
      // the revision is the time of the database while the lock is held, so that each change has a higher revision
      const [row] = await tx.sql<Brand & { revision: number }>(
        `INSERT INTO brands AS b (owner_id, name, website, accent) VALUES ($1, coalesce($2, ''), $3, $4)
         ON CONFLICT (owner_id) DO UPDATE SET name = CASE WHEN $5 THEN $2 ELSE b.name END,
           website = CASE WHEN $6 THEN $3 ELSE b.website END, accent = CASE WHEN $7 THEN $4 ELSE b.accent END
         RETURNING name, website, accent, (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS revision`,
        [
          ownerId,
          patch.name,
          patch.website,
          patch.accent,
          isChanged('name'),
          isChanged('website'),
          isChanged('accent'),
        ],
      )
      const { revision, ...brand } = row ?? { ...NO_BRAND, revision: 0 }
      tx.emit(brandChanged, ownerId, { ownerId, revision, brand }, actor)
      return brand
    })
  }
}

@RpcHandlers()
export class BrandHandlers {
  constructor(private readonly repository: Brands) {}

  @Handles(brands.getBrand)
  getBrand(_: Input<typeof brands.getBrand>, actor: Actor) {
    return this.repository.get(requireUser(actor))
  }

  @Handles(brands.getPublicBrand)
  async getPublicBrand({ ownerId }: Input<typeof brands.getPublicBrand>) {
    return { brand: await this.repository.getPublic(ownerId) }
  }

  @Handles(brands.updateBrand)
  updateBrand({ name, website, accent }: Input<typeof brands.updateBrand>, actor: Actor) {
    return this.repository.change(actor, {
      ...(name !== undefined && { name: trimVisibleText(name).replaceAll(/\s+/g, ' ') }),
      ...(website !== undefined && { website: parseWebsite(website ?? '') }),
      ...(accent !== undefined && { accent: accent?.toLowerCase() ?? null }),
    })
  }
}
