import { z } from 'zod'
import { HEX_COLOR } from '../../rules/brand/accent.ts'
import { event, id, rpc, text } from '../define.ts'
import { MAX_BRAND_NAME, MAX_WEBSITE } from '../../rules/limits.ts'

/** Brand of a studio, which replaces Daymark's (rule 71). The media service stores the logo. */
export const brand = z.object({
  name: text.describe('Empty: Daymark.'),
  website: z.string().nullable(),
  accent: z.string().regex(HEX_COLOR).nullable(),
})
export type Brand = z.infer<typeof brand>
export const brandPatch = z.object({
  name: text.max(MAX_BRAND_NAME).optional(),
  website: z.string().max(MAX_WEBSITE).nullish().describe('Empty or null: none.'),
  accent: z.string().regex(HEX_COLOR).nullish(),
})

export const brands = {
  /** Brand of the caller, whether it is in use or not. */
  getBrand: rpc('sharing.brands.get', z.object({}), brand),
  /** Omitted fields do not change. PLAN_REQUIRED; INVALID_INPUT for an invalid website. */
  updateBrand: rpc('sharing.brands.update', brandPatch, brand),
  /** Brand for visitors of the galleries of an owner. Null: Daymark's, because there is no name or the plan does not include it. */
  getPublicBrand: rpc('sharing.brands.get-public', z.object({ ownerId: id }), z.object({ brand: brand.nullable() })),
}

/** Emails use the brand too. Subscribers keep the newest `revision`. */
export const brandChanged = event(
  'sharing.brand.changed.v1',
  z.object({ ownerId: id, revision: z.number().int().optional(), brand: brand.optional() }),
  { priority: 'urgent' },
)
