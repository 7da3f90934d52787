import { z } from 'zod'
import { HEX_COLOR } from '../../rules/brand/accent.ts'
import { event, id, rpc, text } from '../define.ts'
import { MAX_BRAND_NAME, MAX_WEBSITE } from '../../rules/limits.ts'

/** How a studio presents itself to its clients in the place of Daymark (rule 71). The logo is media's. */
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
  /** The caller's own, shown or not. */
  getBrand: rpc('sharing.brands.get', z.object({}), brand),
  /** What is left out stays. PLAN_REQUIRED; INVALID_INPUT says what a website is. */
  updateBrand: rpc('sharing.brands.update', brandPatch, brand),
  /** What visitors of an owner's galleries see; null: Daymark's, as the plan ended or there is no name. */
  getPublicBrand: rpc('sharing.brands.get-public', z.object({ ownerId: id }), z.object({ brand: brand.nullable() })),
}

/** Mails bear it as well: who keeps a copy keeps the newest `revision`. */
export const brandChanged = event(
  'sharing.brand.changed.v1',
  z.object({ ownerId: id, revision: z.number().int().optional(), brand: brand.optional() }),
  { lane: 'urgent' },
)
