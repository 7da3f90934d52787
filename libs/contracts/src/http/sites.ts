import { z } from 'zod'
import { text } from '../bus/define.ts'
import { brandPatch } from '../bus/sharing/sites.ts'
import { MAX_HOST_LENGTH } from '../rules/host-name.ts'
import { MAX_LISTED_GALLERIES, MAX_STUDIO_TEXT_LENGTH, MAX_STUDIO_TITLE_LENGTH } from '../rules/limits.ts'
import { MAX_SLUG_LENGTH } from '../rules/slug.ts'
import { WATERMARK_POSITIONS, WATERMARK_RANGES } from '../rules/watermark/settings.ts'
import { success } from './accounts.ts'
import { focus } from './library/albums.ts'

/** Brand settings of a studio (rule 71). */
export const brandSettings = z.object({
  name: z.string(),
  website: z.string().nullable(),
  accent: z.string().nullable(),
  logo_url: z.string().nullable(),
})
export type BrandSettings = z.infer<typeof brandSettings>
export const brandBody = brandPatch
export const brandLogoQuery = z.object({
  v: z.unknown().optional().describe('Version of the logo. Used for caching only.'),
})
export const sharedLogoQuery = z.object({
  token: z.unknown().optional(),
  studio: z.unknown().optional().describe('Name of a studio page.'),
  v: z.unknown().optional().describe('Version of the logo. Used for caching only.'),
})

const color = z.string()
/** Brand in the HTML head of a gallery page. */
export const publicBrand = z.object({
  name: z.string(),
  website: z.string().nullable(),
  accent: z.object({ light: color, dark: color, text: color }).nullable(),
  logo: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullable(),
})
export type PublicBrand = z.infer<typeof publicBrand>

const dnsRecord = z.object({
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  found: z.boolean().nullable().describe('Null: not checked yet.'),
})
export const domain = z.object({
  host: z.string(),
  state: z.enum(['pending', 'verified', 'failing']),
  serves: z.boolean().describe('Whether the domain currently serves galleries.'),
  problem: z.string().nullable(),
  records: z.array(dnsRecord).describe('DNS records that the owner has to create.'),
  checked_at: z.string().nullable(),
  verified_at: z.string().nullable(),
})
export type Domain = z.infer<typeof domain>
/** `available` false: the installation has no public host name that a domain could point to. */
export const domainSettings = z.object({ available: z.boolean(), domain: domain.nullable() })
export type DomainSettings = z.infer<typeof domainSettings>
export const domainBody = z.object({ host: z.string().max(MAX_HOST_LENGTH + 20) })

/** A link on the studio page, for its owner. */
const listedShare = z.object({
  share_id: z.string(),
  title: z.string(),
  state: z
    .enum(['open', 'locked', 'empty', 'over'])
    .describe(
      '`open`: listed with its photos. `locked`: listed without its photos. `empty`: not listed, because it has no photos. `over`: not listed, because the link is revoked or expired.',
    ),
  thumbnail_url: z.string().nullable(),
})
export type ListedShare = z.infer<typeof listedShare>
export const studioPageSettings = z.object({
  enabled: z.boolean(),
  name: z
    .string()
    .nullable()
    .describe('Name in the public address /studio/{name} of the page. Null: none has been chosen yet.'),
  title: z.string().describe('Empty: default_title is used.'),
  default_title: z.string(),
  text: z.string(),
  allow_indexing: z.boolean().describe('Whether search engines are allowed to list the page.'),
  url: z.string().nullable().describe('Public address of the page. Null: no name has been chosen yet.'),
  shares: z.array(listedShare).describe('In page order.'),
})
export type StudioPageSettings = z.infer<typeof studioPageSettings>
export const studioPageBody = z.object({
  enabled: z.boolean().optional(),
  name: z.string().max(MAX_SLUG_LENGTH).optional(),
  title: text
    .max(MAX_STUDIO_TITLE_LENGTH)
    .optional()
    .describe('Title of the page. Empty: the page shows the name of the studio.'),
  text: text.max(MAX_STUDIO_TEXT_LENGTH).optional(),
  allow_indexing: z.boolean().optional(),
  share_ids: z
    .array(z.string().max(36))
    .max(MAX_LISTED_GALLERIES)
    .optional()
    .describe('IDs of all share links that the page lists, in the order of the page. They replace the current list.'),
})

/** `name`: name of the page. Omitted on a custom domain, which identifies the owner. */
export const studioPageQuery = z.object({ name: z.string().max(MAX_SLUG_LENGTH).optional() })
const galleryCover = z.object({
  url: z.string().describe('Address of the lg variant. For other sizes: /media/share/{size}/{name}.jpg?token='),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  x: focus,
  y: focus,
})
/** A gallery on a studio page, for visitors. A locked gallery has title and address only. */
export const listedGallery = z.object({
  title: z.string(),
  url: z.string().describe('/share/{address}'),
  locked: z.boolean(),
  shared_at: z.string().nullable(),
  cover: galleryCover.nullable(),
})
export type ListedGallery = z.infer<typeof listedGallery>
export const publicStudioPage = z.object({ title: z.string(), text: z.string(), galleries: z.array(listedGallery) })
export type PublicStudioPage = z.infer<typeof publicStudioPage>

const positionName = z.enum(WATERMARK_POSITIONS)
const { opacity, widthPercent, position: positionRange } = WATERMARK_RANGES
const positionPercent = z.number().min(positionRange.min).max(positionRange.max)

/**
 * Watermark settings (S-WM-09, S-WM-13, rule 41). X and Y determine the position of the logo. `portraitPosition` and `landscapePosition` are
 * the names of these positions, or `custom`.
 */
export const watermarkConfig = z.object({
  portraitPosition: positionName,
  landscapePosition: positionName,
  opacity: z.number().min(opacity.min).max(opacity.max),
  portraitXPercent: positionPercent,
  portraitYPercent: positionPercent,
  landscapeXPercent: positionPercent,
  landscapeYPercent: positionPercent,
  widthPercent: z.number().min(widthPercent.min).max(widthPercent.max),
})
export type WatermarkConfig = z.infer<typeof watermarkConfig>
/** Requests may contain `centre`. Responses contain `center` instead. */
const requestedPosition = z.enum([...WATERMARK_POSITIONS, 'centre'])
/** Omitted fields do not change. A named position sets X and Y. X or Y without a position sets the name to the matching one, or to `custom`. */
export const watermarkPatch = watermarkConfig
  .extend({ portraitPosition: requestedPosition, landscapePosition: requestedPosition })
  .partial()
export type WatermarkPatch = z.infer<typeof watermarkPatch>

/**
 * Watermark settings with the logo (S-WMA-01). `previewUrl`: address of the logo as a PNG with alpha, for its owner; null: no logo exists. The
 * address changes with the logo.
 */
export const watermarkSettings = z.object({
  exists: z.boolean(),
  previewUrl: z.string().nullable(),
  config: watermarkConfig,
})
export type WatermarkSettings = z.infer<typeof watermarkSettings>
export const removedWatermark = success.extend(watermarkSettings.shape)
export const watermarkPreviewQuery = z.object({
  v: z.string().optional().describe('Version of the image. Used for caching only.'),
})
