import { z } from 'zod'
import { COMMENTS } from '../../rules/comments/comment-limits.ts'
import { DOWNLOAD_SIZES } from '../../rules/limits.ts'
import { CHOICES } from '../../rules/picks/pick.ts'
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
    .describe('Position on the upright image, as fractions of its width and height.'),
  resolved_at: time.nullable().describe('Null: open.'),
  created_at: time,
  email: z.string().nullable().describe('Email of the visitor who started the thread, if given.'),
  comments: z
    .array(
      z.object({
        id: z.uuid(),
        by: z.enum(['visitor', 'owner']),
        name: z.string().nullable().describe('Name given by the visitor. Null: the owner.'),
        text: z.string(),
        created_at: time,
      }),
    )
    .max(COMMENTS.perThread),
})
export type CommentThread = z.infer<typeof commentThread>
export const commentQuery = z.object({
  state: z.enum(['open', 'resolved', 'all']).optional().describe('Default: all.'),
  image_id: z.string().optional(),
  ...paging,
})
export const commentThreads = z.object({ threads: z.array(commentThread), ...page })

const size = z.enum(DOWNLOAD_SIZES)
export const shareManifestQuery = z.object({
  size: size.optional().describe('A size that the link offers. Default: the largest one.'),
})
export const shareManifestImage = z.object({
  id: z.uuid(),
  filename: z.string().describe('File name in the ZIP of the gallery.'),
  size: z.int().describe('Bytes.'),
  sha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the downloaded bytes in hex. Null: the file cannot be read at the moment.'),
})
export type ShareManifestImage = z.infer<typeof shareManifestImage>
/** What visitors of a link download, by its bytes (rule 132). */
export const shareManifest = z.object({
  title: z.string(),
  download_size: size,
  images: z.array(shareManifestImage).describe('In gallery order.'),
})

const mark = z.string().regex(/^\d{1,15}$/, 'A `mark` of an answer is needed.')
/** What came into the gallery of a link, or was replaced there (rule 121). */
export const shareChange = z.object({
  id: z.uuid(),
  filename: z.string().describe('Uploaded file name.'),
  title: z.string(),
  change: z.enum(['new', 'corrected']).describe('`corrected`: the image was shown before and its file was replaced.'),
})
export type ShareChange = z.infer<typeof shareChange>
export const shareChangeQuery = z.object({
  since: mark.optional().describe('The `mark` of an earlier response. Omit it to get all images of the gallery.'),
  ...paging,
})
export const shareChanges = z.object({
  images: z.array(shareChange).describe('In gallery order.'),
  mark: mark.describe('Send this value as `since` in the next request. With several pages, use the mark of the first.'),
  ...page,
})

const counts = {
  picked: z.int().describe('Number of picked images, or of approved ones if the link asks for approval.'),
  rejected: z.int(),
  notes: z.int().describe('Number of images with a note.'),
}
/** What one visitor of a link picked (rule 104). */
export const pickList = z.object({
  id: z.uuid(),
  name: z.string().describe('Name given by the visitor.'),
  email: z.string().nullable(),
  sent_at: time.nullable().describe('Null: the list can still be changed.'),
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
  list_id: z.string().optional().describe('Restricts the result to one visitor.'),
  only: z
    .enum(['all', 'picked', 'rejected', 'notes'])
    .optional()
    .describe('Default: every image with a pick, rejection or note.'),
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
  first_look: firstLookSettings
    .nullable()
    .describe('Set while the gallery announces that more images follow. Null: the gallery is complete.'),
  revoked: z.boolean(),
  expires_at: time.nullable(),
  view_count: z.int(),
  last_viewed_at: time.nullable(),
  created_at: time,
  updated_at: time.describe('Time of your last change.'),
})
export type Share = z.infer<typeof share>
export const createdShare = share.extend({
  left_out: leftOut.optional().describe('Preset settings that could not be applied, with the reason.'),
})
export type CreatedShare = z.infer<typeof createdShare>
export const shareQuery = z.object({ album_id: z.string().optional(), ...paging })
export const shareList = z.object({ shares: z.array(share), ...page })

const fields = {
  allow_download: z.boolean().optional(),
  expires_at: z.string().nullish().describe('YYYY-MM-DD or an ISO 8601 time. Empty or null: never.'),
  time_zone: timeZone,
  watermark: z.boolean().optional(),
  password: z.string().max(200).nullish().describe('Never returned. Empty or null: no password.'),
  first_look: firstLookBody
    .nullish()
    .describe('Announces that more images follow. Null: nothing is announced and no visitor is notified.'),
}
export const shareBody = z.object({
  album_id: z.string(),
  preset_id: z
    .string()
    .optional()
    .describe('Preset to start from (`GET /v1/presets`). Other fields of the request take precedence.'),
  ...fields,
  allow_download: fields.allow_download.describe('Default: the value of the preset, else true.'),
})
export const sharePatch = z.object(fields)
export const completedShare = success.extend({
  notified: z.int().describe('Number of visitors who are notified by email.'),
})

/** rule 156. */
export const studioPage = z.object({
  enabled: z.boolean(),
  url: z.url().nullable().describe('Null: the page has no address yet.'),
  name: z.string().nullable().describe('Name in the address /studio/{name} of this installation.'),
  title: z.string().describe('Empty: the name of the studio is used.'),
  text: z.string(),
  allow_indexing: z.boolean().describe('Whether search engines may index the page.'),
  share_ids: z.array(z.uuid()).describe('Share links on the page, in page order.'),
})
export type StudioPage = z.infer<typeof studioPage>
export const studioPagePatch = studioPageBody
