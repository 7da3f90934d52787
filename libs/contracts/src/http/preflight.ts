import { z } from 'zod'
import { FINDINGS, MENDS, PREFLIGHT, SEVERITIES } from '../preflight/findings.ts'
import { PASSWORD_WEAKNESSES } from '../preflight/password-weakness.ts'
import { MAX_IDS_PER_CALL } from '../limits.ts'
import { shareFields } from './shares.ts'

/** One thing that a link had better not go out with (rules 145 to 147). */
export const finding = z.object({
  kind: z.enum(FINDINGS),
  severity: z.enum(SEVERITIES),
  count: z.int().describe('photos; of settings: links'),
  message: z.string().describe('a sentence for the owner'),
  image_ids: z.array(z.string()).max(PREFLIGHT.ids).describe('the first of the photos concerned'),
  images: z
    .array(
      z.object({
        id: z.string(),
        filename: z.string(),
        original_filename: z.string(),
        thumbnail_url: z.string().nullable(),
      }),
    )
    .max(PREFLIGHT.shown),
  share_ids: z.array(z.string()).max(PREFLIGHT.links).describe('other links concerned'),
  mends: z.array(z.enum(MENDS)).describe('what can be done about it at once'),
})
export type Finding = z.infer<typeof finding>
export const preflight = z.object({
  image_count: z.int(),
  album_id: z.string().nullable().describe('of whose photos it is; null: of a selection, or of some photos'),
  findings: z.array(finding).max(FINDINGS.length).describe('the most serious first; none: nothing was found'),
})
export type Preflight = z.infer<typeof preflight>

const { expires_at, time_zone, allow_downloads, watermark, download_sizes } = shareFields
/** A link as it would be saved. What is left out: as the link has it, else as links usually have it. */
export const preflightBody = z
  .object({
    album_id: z.string().optional(),
    image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).optional(),
    share_id: z.string().optional().describe('a link that is there'),
    ...{ expires_at, time_zone, allow_downloads, watermark, download_sizes },
    picks: z.boolean().optional().describe('visitors pick photos'),
    password: z
      .enum(['none', 'good', ...PASSWORD_WEAKNESSES])
      .optional()
      .describe('what is to be said of the password; never the password itself'),
  })
  .refine(
    ({ album_id: album, image_ids: images, share_id: share }) =>
      [album, images, share].filter(one => one !== undefined).length === 1,
    'album_id, image_ids or share_id',
  )
export type PreflightBody = z.infer<typeof preflightBody>
