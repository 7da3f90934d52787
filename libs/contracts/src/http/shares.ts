import { z } from 'zod'
import { success } from './accounts.ts'
import { focus, headerLayout, theme } from './library/albums.ts'
import { downloadQuery, orientation } from './library/images.ts'
import { sections } from './library/albums.ts'
import { text } from '../bus/define.ts'
import { MAX_IDS_PER_CALL, MAX_TITLE_LENGTH, MAX_SHARE_PREVIEWS } from '../rules/limits.ts'
import { editShapeIn, shapeIn } from '../rules/field-table.ts'
import { linkFields, linkPassword } from '../rules/link-fields.ts'
import { photoFields } from '../rules/photo-fields.ts'

export { downloadSize } from '../rules/link-fields.ts'

/** A share link, for its owner (S-SHARE-04, rules 33-37). */
export const share = z.object({
  id: z.string(),
  token: z.string(),
  kind: z.enum(['album', 'selection']),
  album_id: z.string().describe('ID of the shared album or selection.'),
  album_title: z.string().describe('Title of the shared album or selection.'),
  url: z.string().describe('Public address of the gallery.'),
  revoked: z.boolean(),
  active: z.boolean().describe('Whether the link opens the gallery: it is neither revoked nor expired.'),
  ...shapeIn(linkFields, 'api'),
  download_count: z.number().describe('Number of photos downloaded while a limit was set.'),
  has_password: z.boolean(),
  waiting: z
    .number()
    .optional()
    .describe(
      'Number of addresses to notify when the gallery is complete. Present only in lists of links, for a link with a first look.',
    ),
  open_comments: z
    .number()
    .optional()
    .describe('Number of open comment threads. Present only in lists of links, for a link that permits comments.'),
  view_count: z.number(),
  last_viewed_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string().describe('Time of the last change by the owner.'),
})
export type Share = z.infer<typeof share>
export const changedShare = success.extend({ share })
export const completedShare = changedShare.extend({ notified: z.number().describe('Number of emails that are sent.') })
export const sharesQuery = z.object({ album_id: z.string().optional() })

/** A link in the overview. `token_start` identifies the link, but does not open the gallery (S-OVER-03, S-OVER-04). */
const sharePreview = z.object({
  id: z.string(),
  token_start: z.string().describe('First 8 characters of the token.'),
  revoked: z.boolean(),
  active: z.boolean().describe('Whether the link opens the gallery: it is neither revoked nor expired.'),
  view_count: z.number(),
  last_viewed_at: z.string().nullable(),
  expires_at: z.string().nullable(),
})
export type SharePreview = z.infer<typeof sharePreview>
const overviewAlbum = z.object({ id: z.string(), title: z.string(), image_count: z.number() })
export const sharedAlbum = overviewAlbum.extend({
  kind: z.enum(['album', 'selection']),
  cover_image: z.string().nullable(),
  active_links: z.number(),
  total_links: z.number(),
  view_count: z.number(),
  links: z.array(sharePreview).max(MAX_SHARE_PREVIEWS).describe('Active links first, then newest first.'),
})
export type SharedAlbum = z.infer<typeof sharedAlbum>
export const sharesOverview = z.object({
  albums: z.array(sharedAlbum).describe('Most recently shared first.'),
  albums_without_shares: z.array(overviewAlbum),
})
export type SharesOverview = z.infer<typeof sharesOverview>

/** Time zone in which `expires_at` is read if it is a date without a time. */
export const timeZone = z
  .string()
  .max(64)
  .optional()
  .describe(
    'IANA time zone, such as `Europe/Berlin`. If `expires_at` is a date without a time, the link expires at 23:59:59 of that day in this zone. Default: the time zone of the account; if it has none, UTC.',
  )
const linkSettings = {
  ...editShapeIn(linkFields, 'api'),
  time_zone: timeZone,
  allow_download: z.boolean().optional().describe('Alias of allow_downloads.'),
  password: linkPassword,
}
export const shareBody = z
  .object({
    album_id: z.string().optional().describe('ID of the album or existing selection to share.'),
    image_ids: z
      .array(z.string())
      .min(1)
      .max(MAX_IDS_PER_CALL)
      .optional()
      .describe('IDs of the photos to share as a new selection, instead of album_id.'),
    title: text
      .max(MAX_TITLE_LENGTH)
      .optional()
      .describe('Title of the new selection. Default: the number of its photos.'),
    ...linkSettings,
  })
  .refine(body => (body.album_id === undefined) !== (body.image_ids === undefined), 'album_id or image_ids')
export const sharePatch = z.object(linkSettings)

/** An image in a gallery. Visitors receive only the fields that are listed here (rule 38). */
export const publicImage = z.object({
  id: z.string(),
  filename: z.string(),
  ...shapeIn(photoFields, 'gallery'),
  title: z.string().optional().describe('Absent if the link hides titles.'),
  width: z.number().nullable(),
  height: z.number().nullable(),
  orientation: orientation.nullable(),
  url: z
    .string()
    .describe('Address of the lg variant. Addresses of other sizes: /media/share/{size}/{name}.jpg?token={token}'),
  placeholder: z.string().nullable(),
})
export type PublicImage = z.infer<typeof publicImage>
export const publicShare = z.object({
  album: z.object({
    title: z.string(),
    description: z.string(),
    theme,
    image_count: z.number(),
    header_layout: headerLayout,
    cover_image_id: z.string().nullable().describe('Cover image of the gallery. Null: none.'),
    cover_x: focus,
    cover_y: focus,
    sections: sections.describe('Sections that contain images.'),
  }),
  link: z.object({
    token: z.string(),
    ...shapeIn(linkFields, 'gallery'),
    has_download_limit: z.boolean(),
  }),
  photographer: z.string().nullable().describe('Display name of the owner. Null: none, or hidden by the link.'),
  images: z.array(publicImage),
})
export type PublicShare = z.infer<typeof publicShare>
/** POST /api/shares/public/{token}/unlock sets an HttpOnly cookie that opens the gallery, its images and the ZIP. */
export const unlockBody = z.object({ password: z.string().max(200) })

export const TRACK_EVENTS = ['page_leave', 'lightbox_open', 'photo_view', 'lightbox_close', 'download'] as const
/** S-TRK-02: values of `event_data.type` in events with the type `download`. */
export const DOWNLOAD_TYPES = ['album_zip', 'single_image'] as const
export type DownloadType = (typeof DOWNLOAD_TYPES)[number]
export const trackBody = z.object({
  token: z.string().optional(),
  share_token: z.string().optional(),
  event_id: z
    .string()
    .max(64)
    .nullish()
    .describe('Unique text chosen by the client. Events with the same text are counted once.'),
  event_type: z.enum(TRACK_EVENTS),
  image_id: z.string().nullish(),
  event_data: z.record(z.string(), z.unknown()).nullish(),
})
export const cardQuery = z.object({
  token: z.unknown().optional(),
  v: z.unknown().optional().describe('Version of the image. Used for caching only.'),
})
export const sharedPhotoQuery = downloadQuery.extend({ token: z.unknown().optional() })
