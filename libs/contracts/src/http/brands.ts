import { z } from 'zod'
import { brandPatch } from '../bus/sharing/brands.ts'

/** A studio's name and look as its owner sets them (rule 71). */
export const brandSettings = z.object({
  name: z.string(),
  website: z.string().nullable(),
  accent: z.string().nullable(),
  logo_url: z.string().nullable(),
})
export type BrandSettings = z.infer<typeof brandSettings>
export const brandBody = brandPatch
export const brandLogoQuery = z.object({ v: z.unknown().optional() })
export const sharedLogoQuery = z.object({
  token: z.unknown().optional(),
  studio: z.unknown().optional().describe('Name of a studio page.'),
  v: z.unknown().optional(),
})

const colour = z.string()
/** What the page of a gallery carries in its head, for the screens of a visitor. */
export const publicBrand = z.object({
  name: z.string(),
  website: z.string().nullable(),
  accent: z.object({ light: colour, dark: colour, text: colour }).nullable(),
  logo: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullable(),
})
export type PublicBrand = z.infer<typeof publicBrand>
