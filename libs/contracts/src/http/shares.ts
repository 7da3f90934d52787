import { z } from 'zod'
import { success } from './accounts.ts'
import { focus, headerLayout, theme } from './albums.ts'
import { downloadQuery, orientation } from './images.ts'
import { commentSettings, commentSettingsBody } from './comments.ts'
import { firstLookBody, firstLookSettings } from './first-look.ts'
import { pickSettings, pickSettingsBody } from './picks.ts'
import { sections } from './sections.ts'
import { text } from '../define.ts'
import {
  DOWNLOAD_SIZES,
  MAX_DOWNLOAD_LIMIT,
  MAX_IDS_PER_CALL,
  MAX_PASSWORD_HINT,
  MAX_TITLE,
  SHARE_PREVIEWS,
} from '../limits.ts'
import { MAX_SLUG } from '../slug.ts'

export const downloadSize = z.enum(DOWNLOAD_SIZES)

/** A share link as its owner sees it (S-SHARE-04, rules 33-37). */
export const share = z.object({
  id: z.string(),
  token: z.string(),
  slug: z.string().nullable().describe('the readable address: /share/{slug}'),
  kind: z.enum(['album', 'selection']),
  album_id: z.string().describe('of a link to a selection: the id of the selection'),
  album_title: z.string().describe('of a link to a selection: its title'),
  url: z.string().describe('the public address'),
  revoked: z.boolean(),
  active: z.boolean().describe('not revoked and not expired'),
  expires_at: z.string().nullable(),
  allow_downloads: z.boolean(),
  watermark: z.boolean(),
  theme: theme.nullable(),
  theme_override: theme.nullable(),
  show_titles: z.boolean(),
  show_name: z.boolean().describe('the gallery names its photographer'),
  allow_indexing: z.boolean().describe('search engines may list the gallery'),
  download_sizes: z.array(downloadSize).describe('what visitors may choose from, where downloads are allowed'),
  download_limit: z.number().nullable().describe('photos that may be downloaded in all'),
  visitor_download_limit: z.number().nullable().describe('photos that each visitor may download'),
  download_count: z.number().describe('photos that were downloaded while there was a limit'),
  has_password: z.boolean(),
  password_hint: z.string().nullable(),
  picks: pickSettings.nullable().describe('what visitors who pick photos are asked; null: they cannot'),
  comments: commentSettings.nullable().describe('null: visitors cannot comment'),
  first_look: firstLookSettings.nullable().describe('more photos are coming; null: it is complete'),
  waiting: z
    .number()
    .optional()
    .describe('addresses that are told when it is complete; in lists of links, of a first look'),
  listed: z.boolean().describe('on the studio page'),
  open_comments: z.number().optional().describe('threads that are open; in lists of links, where visitors comment'),
  view_count: z.number(),
  last_viewed_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string().describe('when its owner changed it last'),
})
export type Share = z.infer<typeof share>
export const changedShare = success.extend({ share })
export const completedShare = changedShare.extend({ told: z.number().describe('mails that go out') })
export const sharesQuery = z.object({ album_id: z.string().optional() })

/** A link in the overview: enough to recognise it, nothing that opens it (S-OVER-03, S-OVER-04). */
export const sharePreview = z.object({
  id: z.string(),
  token_start: z.string().describe('the first 8 characters of the token'),
  revoked: z.boolean(),
  active: z.boolean().describe('not revoked and not expired'),
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
  links: z.array(sharePreview).max(SHARE_PREVIEWS).describe('active ones first, then the newest'),
})
export type SharedAlbum = z.infer<typeof sharedAlbum>
export const sharesOverview = z.object({
  albums: z.array(sharedAlbum).describe('the one that was shared last first'),
  albums_without_shares: z.array(overviewAlbum),
})
export type SharesOverview = z.infer<typeof sharesOverview>

/** Of a bare date in `expires_at`. */
export const timeZone = z
  .string()
  .max(64)
  .optional()
  .describe('IANA name; a bare date ends at 23:59:59 there; default: the zone of the account, else UTC')
const downloadLimit = z.number().int().min(1).max(MAX_DOWNLOAD_LIMIT).nullish()
const fields = {
  expires_at: z.string().nullish().describe('YYYY-MM-DD or ISO time; empty or null: never'),
  time_zone: timeZone,
  allow_downloads: z.boolean().optional(),
  allow_download: z.boolean().optional().describe('alias'),
  watermark: z.boolean().optional(),
  theme: theme.nullish(),
  theme_override: theme.nullish(),
  show_titles: z.boolean().optional(),
  show_name: z.boolean().optional(),
  allow_indexing: z.boolean().optional(),
  download_sizes: z.array(downloadSize).min(1).max(DOWNLOAD_SIZES.length).optional(),
  download_limit: downloadLimit.describe('photos in all; null: no limit'),
  visitor_download_limit: downloadLimit.describe('photos for each visitor; null: no limit'),
  password: z.string().max(200).nullish().describe('write-only; empty or null removes it'),
  password_hint: text.max(MAX_PASSWORD_HINT).nullish().describe('shown to whoever is asked for the password'),
  slug: z.string().max(MAX_SLUG).nullish().describe('empty or null: the token alone leads to the gallery'),
  picks: pickSettingsBody.nullish().describe('null: visitors cannot pick photos; what they picked stays'),
  comments: commentSettingsBody.nullish().describe('null: visitors cannot comment; what they wrote stays'),
  first_look: firstLookBody.nullish().describe('null: nothing is said of more photos; addresses that were left stay'),
  listed: z.boolean().optional().describe('on the studio page, first at first'),
}
/** Which of it presets keep: presets/preset-settings.ts. */
export { fields as shareFields }
export const shareBody = z
  .object({
    album_id: z.string().optional().describe('an album, or a selection that is shared already'),
    image_ids: z
      .array(z.string())
      .min(1)
      .max(MAX_IDS_PER_CALL)
      .optional()
      .describe('photos that get a link of their own'),
    title: text.max(MAX_TITLE).optional().describe('of the photos; left out: how many they are'),
    ...fields,
  })
  .refine(body => (body.album_id === undefined) !== (body.image_ids === undefined), 'album_id or image_ids')
export const sharePatch = z.object(fields)

/** What a visitor gets: white-listed fields only (rule 38). */
export const publicImage = z.object({
  id: z.string(),
  filename: z.string(),
  title: z.string().optional().describe('absent when the link hides titles'),
  caption: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  orientation: orientation.nullable(),
  url: z.string().describe('lg; /media/share/{size}/{name}.jpg?token= for the others'),
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
    cover_image_id: z.string().nullable().describe('which image stands at the head; null: none'),
    cover_x: focus,
    cover_y: focus,
    sections: sections.describe('those that have images'),
  }),
  link: z.object({
    token: z.string(),
    allow_downloads: z.boolean(),
    watermark: z.boolean(),
    theme: theme.nullable(),
    theme_override: theme.nullable(),
    show_titles: z.boolean(),
    download_sizes: z.array(downloadSize),
    has_download_limit: z.boolean(),
    expires_at: z.string().nullable(),
    picks: pickSettings.nullable().describe('null: nothing can be picked'),
    comments: commentSettings.nullable().describe('null: nothing can be commented on'),
    first_look: firstLookSettings.nullable().describe('more photos are coming; null: nothing is said of that'),
  }),
  photographer: z.string().nullable().describe('display name of the owner; null: none, or the link hides it'),
  images: z.array(publicImage),
})
export type PublicShare = z.infer<typeof publicShare>
/** POST /api/shares/public/{token}/unlock sets an HttpOnly cookie for this link; then JSON, media and ZIP work. */
export const unlockBody = z.object({ password: z.string().max(200) })

export const TRACK_EVENTS = ['page_leave', 'lightbox_open', 'photo_view', 'lightbox_close', 'download'] as const
/** S-TRK-02: `event_data.type` of a download. */
export const DOWNLOAD_TYPES = ['album_zip', 'single_image'] as const
export type DownloadType = (typeof DOWNLOAD_TYPES)[number]
export const trackBody = z.object({
  token: z.string().optional(),
  share_token: z.string().optional(),
  event_id: z.string().max(64).nullish().describe('any unique text; an event that is sent twice counts once'),
  event_type: z.enum(TRACK_EVENTS),
  image_id: z.string().nullish(),
  event_data: z.record(z.string(), z.unknown()).nullish(),
})
export const cardQuery = z.object({ token: z.unknown().optional(), v: z.unknown().optional() })
export const sharedPhotoQuery = downloadQuery.extend({ token: z.unknown().optional() })
