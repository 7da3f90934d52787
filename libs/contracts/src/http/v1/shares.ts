import { z } from 'zod'
import { COMMENTS } from '../../comments/comment-limits.ts'
import { DOWNLOAD_SIZES } from '../../limits.ts'
import { CHOICES } from '../../picks/pick.ts'
import { success } from '../accounts.ts'
import { firstLookBody, firstLookSettings } from '../first-look.ts'
import { preflight as report, finding as shown } from '../preflight.ts'
import { leftOut } from '../presets.ts'
import { timeZone } from '../shares.ts'
import { studioPageBody } from '../studio-pages.ts'
import { page, paging, time } from './fields.ts'

/** What a visitor of a link and its owner wrote about one image (rule 107). */
export const commentThread = z.object({
  id: z.uuid(),
  image_id: z.uuid(),
  filename: z.string(),
  point: z
    .object({ x: z.number(), y: z.number() })
    .nullable()
    .describe('where on the upright image: fractions of its width and height'),
  resolved_at: time.nullable().describe('null: open'),
  created_at: time,
  email: z.string().nullable().describe('of the visitor who began it, where she gave one'),
  comments: z
    .array(
      z.object({
        id: z.uuid(),
        by: z.enum(['visitor', 'owner']),
        name: z.string().nullable().describe('which the visitor gave; null: the owner'),
        text: z.string(),
        created_at: time,
      }),
    )
    .max(COMMENTS.perThread),
})
export type CommentThread = z.infer<typeof commentThread>
export const commentQuery = z.object({
  state: z.enum(['open', 'resolved', 'all']).optional().describe('default: all'),
  image_id: z.string().optional(),
  ...paging,
})
export const commentThreads = z.object({ threads: z.array(commentThread), ...page })

const size = z.enum(DOWNLOAD_SIZES)
export const shareManifestQuery = z.object({
  size: size.optional().describe('one that the link offers; left out: the largest of these'),
})
export const shareManifestImage = z.object({
  id: z.uuid(),
  filename: z.string().describe('in the ZIP of the gallery'),
  size: z.int().describe('bytes'),
  sha256: z.string().nullable().describe('of what is downloaded, in hex; null: it cannot be read at the moment'),
})
export type ShareManifestImage = z.infer<typeof shareManifestImage>
/** What visitors of a link download, by its bytes (rule 132). */
export const shareManifest = z.object({
  title: z.string(),
  download_size: size,
  images: z.array(shareManifestImage).describe('in the order of the gallery'),
})

const mark = z.string().regex(/^\d{1,15}$/, 'A `mark` of an answer is needed.')
/** What came into the gallery of a link, or was replaced there (rule 121). */
export const shareChange = z.object({
  id: z.uuid(),
  filename: z.string().describe('as it was uploaded'),
  title: z.string(),
  change: z.enum(['new', 'corrected']).describe('`corrected`: it was there, and its file was replaced since'),
})
export type ShareChange = z.infer<typeof shareChange>
export const shareChangeQuery = z.object({
  since: mark.optional().describe('the `mark` of an answer before; left out: all that the gallery shows'),
  ...paging,
})
export const shareChanges = z.object({
  images: z.array(shareChange).describe('in the order of the gallery'),
  mark: mark.describe('to be sent as `since` the next time; of several pages that of the first'),
  ...page,
})

const counts = {
  picked: z.int().describe('approved, where the link asks for that'),
  rejected: z.int(),
  notes: z.int().describe('images that bear a note'),
}
/** What one visitor of a link picked (rule 104). */
export const pickList = z.object({
  id: z.uuid(),
  name: z.string().describe('which the visitor gave'),
  email: z.string().nullable(),
  sent_at: time.nullable().describe('null: still being changed'),
  created_at: time,
  changed_at: time,
  ...counts,
})
export type PickList = z.infer<typeof pickList>
export const pickListQuery = z.object(paging)
export const pickLists = z.object({ lists: z.array(pickList), ...page })

export const pickedImage = z.object({
  id: z.uuid(),
  filename: z.string(),
  title: z.string(),
  ...counts,
  by: z.array(z.object({ list_id: z.uuid(), choice: z.enum(CHOICES), note: z.string() })),
})
export type PickedImage = z.infer<typeof pickedImage>
export const pickedImageQuery = z.object({
  list_id: z.string().optional().describe('of one visitor'),
  only: z
    .enum(['all', 'picked', 'rejected', 'notes'])
    .optional()
    .describe('default: all that somebody said something of'),
  ...paging,
})
export const pickedImages = z.object({ images: z.array(pickedImage), ...page })

export const finding = shown.omit({ images: true })
export const preflight = report.extend({ findings: z.array(finding) })
export type Preflight = z.infer<typeof preflight>

/** S-V1-25. */
export const share = z.object({
  id: z.uuid(),
  album_id: z.uuid(),
  token: z.string(),
  public_url: z.url(),
  allow_download: z.boolean(),
  watermark: z.boolean(),
  has_password: z.boolean(),
  first_look: firstLookSettings.nullable().describe('visitors are told that more is coming; null: it is complete'),
  revoked: z.boolean(),
  expires_at: time.nullable(),
  view_count: z.int(),
  last_viewed_at: time.nullable(),
  created_at: time,
  updated_at: time.describe('when you changed it last'),
})
export type Share = z.infer<typeof share>
export const createdShare = share.extend({
  left_out: leftOut.optional().describe('of the preset: what the link could not be given, and why'),
})
export type CreatedShare = z.infer<typeof createdShare>
export const shareQuery = z.object({ album_id: z.string().optional(), ...paging })
export const shareList = z.object({ shares: z.array(share), ...page })

const fields = {
  allow_download: z.boolean().optional(),
  expires_at: z.string().nullish().describe('YYYY-MM-DD or ISO time; empty or null: never'),
  time_zone: timeZone,
  watermark: z.boolean().optional(),
  password: z.string().max(200).nullish().describe('never answered; empty or null: none'),
  first_look: firstLookBody
    .nullish()
    .describe('more images are coming; null: nothing is said of that, and nobody is told'),
}
export const shareBody = z.object({
  album_id: z.string(),
  preset_id: z
    .string()
    .optional()
    .describe('settings to begin with (`GET /v1/presets`); what stands beside it counts more'),
  ...fields,
  allow_download: fields.allow_download.describe('default: as the preset says, else true'),
})
export const sharePatch = z.object(fields)
export const completedShare = success.extend({ told: z.int().describe('addresses of visitors to which a mail goes') })

/** rule 156. */
export const studioPage = z.object({
  enabled: z.boolean(),
  url: z.url().nullable().describe('null: it has no address yet'),
  name: z.string().nullable().describe('in its address on this installation: /studio/{name}'),
  title: z.string().describe('empty: the name of the studio'),
  text: z.string(),
  allow_indexing: z.boolean().describe('search engines may list the page'),
  share_ids: z.array(z.uuid()).describe('the share links that it lists, in its order'),
})
export type StudioPage = z.infer<typeof studioPage>
export const studioPagePatch = studioPageBody
