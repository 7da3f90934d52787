import { z } from 'zod'
import { COMMENT_LIMITS, DOWNLOAD_SIZES } from '../../rules/limits.ts'
import { editShapeIn, shapeIn } from '../../rules/field-table.ts'
import { linkFields, linkPassword } from '../../rules/link-fields.ts'
import { CHOICES } from '../../rules/picks/pick.ts'
import { success } from '../accounts.ts'
import { leftOut, preset as apiPreset, preflight as apiPreflight, finding as apiFinding } from '../presets.ts'
import { timeZone } from '../shares.ts'
import { studioPageBody } from '../sites.ts'
import { page, paging, time } from './fields.ts'

/** Comments of a visitor and the owner on one image (rule 107). */
export const commentThread = z.object({
  id: z.uuid(),
  image_id: z.uuid().describe('ID of the image that the comments refer to.'),
  filename: z.string().describe('Name of the uploaded file.'),
  point: z
    .object({ x: z.number(), y: z.number() })
    .nullable()
    .describe(
      'Position on the upright image that the comment refers to: `x` from the left and `y` from the top, as fractions (0 to 1) of its width and height. Null: the comment refers to the whole image.',
    ),
  resolved_at: time.nullable().describe('Time at which the thread was marked as resolved. Null: the thread is open.'),
  created_at: time,
  email: z
    .string()
    .nullable()
    .describe('Email address of the visitor who started the thread. Null: the visitor entered none.'),
  comments: z
    .array(
      z.object({
        id: z.uuid(),
        by: z.enum(['visitor', 'owner']).describe('Who wrote the comment: a visitor, or the owner of the link.'),
        name: z.string().nullable().describe('Name that the visitor entered. Null: the owner wrote the comment.'),
        text: z.string().describe('Text of the comment.'),
        created_at: time,
      }),
    )
    .max(COMMENT_LIMITS.perThread)
    .describe('The comments of the thread, oldest first.'),
})
export type CommentThread = z.infer<typeof commentThread>
export const commentQuery = z.object({
  state: z.enum(['open', 'resolved', 'all']).optional().describe('Returns only threads in this state. Default: all.'),
  image_id: z.string().optional().describe('ID of an image. Returns only its threads.'),
  ...paging,
})
export const commentThreads = z.object({ threads: z.array(commentThread), ...page })

const downloadSize = z.enum(DOWNLOAD_SIZES)
export const shareManifestQuery = z.object({
  size: downloadSize
    .optional()
    .describe('One of the download sizes that the link offers. Default: the largest size that the link offers.'),
})
export const shareManifestImage = z.object({
  id: z.uuid(),
  filename: z.string().describe('Name of the file in the ZIP file of the gallery.'),
  size: z.int().describe('Size of the file that visitors download, in bytes.'),
  sha256: z
    .string()
    .nullable()
    .describe(
      'SHA-256 of the file that visitors download, in hexadecimal digits. Null: the file cannot be read at the moment.',
    ),
})
export type ShareManifestImage = z.infer<typeof shareManifestImage>
/** Files that visitors of a link download, with checksums (rule 132). */
export const shareManifest = z.object({
  title: z.string().describe('Title of the gallery.'),
  download_size: downloadSize.describe('Download size of the files: `original`, or the longer edge in pixels.'),
  images: z.array(shareManifestImage).describe('The images, in the order in which the gallery shows them.'),
})

const historyMark = z.string().regex(/^\d{1,15}$/, 'Send a `mark` of an earlier response.')
/** An image added to the gallery of a link, or replaced (rule 121). */
export const shareChange = z.object({
  id: z.uuid(),
  filename: z.string().describe('Name of the uploaded file.'),
  title: z.string(),
  change: z
    .enum(['new', 'corrected'])
    .describe(
      '`new`: the image was added to the gallery. `corrected`: the file of an image of the gallery was replaced.',
    ),
})
export type ShareChange = z.infer<typeof shareChange>
export const shareChangeQuery = z.object({
  since: historyMark
    .optional()
    .describe(
      'The `mark` of an earlier response. Returns only changes since that response. Omit it to get all images of the gallery.',
    ),
  ...paging,
})
export const shareChanges = z.object({
  images: z.array(shareChange).describe('The images, in the order in which the gallery shows them.'),
  mark: historyMark.describe(
    'Position in the history of the gallery. Send it as `since` in a later request to get only changes after this position. If the result has several pages, use the `mark` of the first page.',
  ),
  ...page,
})

/** Pick list of one visitor of a link (rule 104). */
export const pickList = z.object({
  id: z.uuid(),
  name: z.string().describe('Name that the visitor entered.'),
  email: z.string().nullable().describe('Email address that the visitor entered. Null: the visitor entered none.'),
  sent_at: time
    .nullable()
    .describe(
      'Time at which the visitor sent the list to the owner, which locks it. Null: the visitor can still change the list.',
    ),
  created_at: time,
  changed_at: time.describe('Time at which the visitor last changed the list.'),
  picked: z
    .int()
    .describe(
      'Number of images that the visitor picked. If the link asks visitors to approve or reject each image: number of approved images.',
    ),
  rejected: z.int().describe('Number of images that the visitor rejected.'),
  notes: z.int().describe('Number of images on which the visitor wrote a note.'),
})
export type PickList = z.infer<typeof pickList>
export const pickListQuery = z.object(paging)
export const pickLists = z.object({ lists: z.array(pickList), ...page })

export const pickedImage = z.object({
  id: z.uuid(),
  filename: z.string().describe('Name of the uploaded file.'),
  title: z.string(),
  picked: z.int().describe('Number of visitors who picked or approved the image.'),
  rejected: z.int().describe('Number of visitors who rejected the image.'),
  notes: z.int().describe('Number of visitors who wrote a note on the image.'),
  by: z
    .array(
      z.object({
        list_id: z.uuid().describe('ID of the pick list of the visitor.'),
        choice: z
          .enum(CHOICES)
          .describe('`picked`: the visitor picked or approved the image. `none`: the visitor only wrote a note.'),
        note: z.string().describe('Note of the visitor. Empty: no note.'),
      }),
    )
    .describe('The pick and the note of each visitor for this image.'),
})
export type PickedImage = z.infer<typeof pickedImage>
export const pickedImageQuery = z.object({
  list_id: z.string().optional().describe('ID of a pick list. Returns only the picks of this visitor.'),
  only: z
    .enum(['all', 'picked', 'rejected', 'notes'])
    .optional()
    .describe(
      '`picked`: only images with a pick. `rejected`: only images with a rejection. `notes`: only images with a note. `all` (default): images with a pick, a rejection or a note.',
    ),
  ...paging,
})
export const pickedImages = z.object({ images: z.array(pickedImage), ...page })

export const finding = apiFinding.omit({ images: true })
export const preflight = apiPreflight.extend({ findings: z.array(finding) })
export type Preflight = z.infer<typeof preflight>

/** A share link in /v1 (S-V1-25). */
export const share = z.object({
  id: z.uuid(),
  album_id: z.uuid().describe('ID of the shared album.'),
  token: z.string().describe('Token that opens the gallery at /share/{token}.'),
  public_url: z.url().describe('Public address of the gallery.'),
  has_password: z.boolean().describe('Whether visitors must enter a password.'),
  ...shapeIn(linkFields, 'v1'),
  revoked: z.boolean().describe('Whether the link was revoked. A revoked link no longer opens the gallery.'),
  view_count: z.int().describe('Number of visits by visitors, not by the owner.'),
  last_viewed_at: time.nullable().describe('Start of the last visit by a visitor. Null: no visits yet.'),
  created_at: time,
  updated_at: time.describe('Time of the last change of the settings. Visits do not change it.'),
})
export type Share = z.infer<typeof share>
export const createdShare = share.extend({
  left_out: leftOut
    .optional()
    .describe(
      'Settings of the preset that were not applied to the link, with the reason. Absent: all settings were applied.',
    ),
})
export type CreatedShare = z.infer<typeof createdShare>
export const shareQuery = z.object({
  album_id: z.string().optional().describe('ID of an album. Returns only its share links.'),
  ...paging,
})
export const shareList = z.object({ shares: z.array(share), ...page })

const linkSettings = { ...editShapeIn(linkFields, 'v1'), time_zone: timeZone, password: linkPassword }
export const shareBody = z.object({
  album_id: z.string().describe('ID of the album to share.'),
  preset_id: z
    .string()
    .optional()
    .describe(
      'ID of a preset (`GET /v1/presets`). The link copies the settings of the preset, except settings that the request contains.',
    ),
  ...linkSettings,
  allow_download: linkSettings.allow_download.describe(
    'Whether visitors may download images. Default: the value in the preset, or true if the request names no preset.',
  ),
})
export const sharePatch = z.object(linkSettings)
export const completedShare = success.extend({
  notified: z.int().describe('Number of visitors who receive an email about the completion.'),
})

/** The public page of a studio, which lists galleries (rule 156). */
export const studioPage = z.object({
  enabled: z.boolean().describe('Whether the page is public.'),
  url: z.url().nullable().describe('Public address of the page. Null: no name has been chosen yet.'),
  name: z
    .string()
    .nullable()
    .describe('Name in the public address /studio/{name} of the page. Null: none has been chosen yet.'),
  title: z.string().describe('Title of the page. Empty: the page shows the name of the studio.'),
  text: z.string().describe('Text below the title. Empty: no text.'),
  allow_indexing: z.boolean().describe('Whether search engines are allowed to list the page.'),
  share_ids: z.array(z.uuid()).describe('IDs of the share links that the page lists, in the order of the page.'),
})
export type StudioPage = z.infer<typeof studioPage>
export const studioPagePatch = studioPageBody

export const preset = apiPreset.extend({ id: z.uuid(), created_at: time, updated_at: time })
export type Preset = z.infer<typeof preset>
export const presets = z.object({ presets: z.array(preset) })
