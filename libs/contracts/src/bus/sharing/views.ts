import { z } from 'zod'
import { id, isoTime } from '../define.ts'
import { focus, theme } from '../../http/library/albums.ts'
import { orientation } from '../../http/library/images.ts'
import { serviceShapeIn, shapeIn } from '../../rules/field-table.ts'
import { linkFields } from '../../rules/link-fields.ts'
import { photoFields } from '../../rules/photo-fields.ts'
import { PASSWORD_WEAKNESSES } from '../../rules/preflight/password-weakness.ts'
import { albumHeader } from '../library/views.ts'

/** A link as its owner sees it. */
export const linkView = z.object({
  id,
  token: z.string(),
  kind: z
    .enum(['album', 'selection'])
    .describe('selection: albumId refers to a selection that only the sharing service knows.'),
  albumId: id,
  albumTitle: z.string(),
  revoked: z.boolean(),
  active: z.boolean(),
  ...serviceShapeIn(linkFields, 'api'),
  downloaded: z.number().describe('Number of photos downloaded while a limit was set.'),
  hasPassword: z.boolean(),
  passwordWeakness: z
    .enum(PASSWORD_WEAKNESSES)
    .nullable()
    .optional()
    .describe('Why the password is easy to guess. Null: the password is not weak, or the link has no password.'),
  waiting: z
    .number()
    .int()
    .optional()
    .describe(
      'Number of addresses to notify when the gallery is complete. Present only in lists of links, for a link with a first look.',
    ),
  openComments: z
    .number()
    .int()
    .optional()
    .describe('Number of open comment threads. Present only in lists of links, for a link that permits comments.'),
  viewCount: z.number(),
  lastViewedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime.describe('Time of the last change by the owner.'),
})
export type LinkView = z.infer<typeof linkView>

const cardPicture = z.object({
  photoId: id,
  fileId: id
    .nullable()
    .optional()
    .describe('Id under which the media service stores the file. Absent: the id of the photo.'),
  filename: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  x: focus,
  y: focus,
})
/**
 * Preview of a link in other applications. `picture`: the cover or the first photo; null if the gallery is empty or the link has a
 * watermark. `markedPicture`: the same photo for a link with a watermark; it must be shown only with the watermark.
 */
export const linkCard = z.object({
  linkId: id,
  ownerId: id,
  title: z.string(),
  description: z.string(),
  allowIndexing: z.boolean(),
  header: albumHeader,
  picture: cardPicture.nullable(),
  markedPicture: cardPicture.nullish(),
})
export type LinkCard = z.infer<typeof linkCard>
/** A selection: photos that are shared without an album. */
export const selectionView = z.object({
  id,
  title: z.string(),
  photos: z.array(
    z.object({
      id,
      filename: z.string(),
      title: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type SelectionView = z.infer<typeof selectionView>

/** A selection in the overview of shared albums. The overview gets titles and covers of albums from the library instead. */
const sharedSelection = z.object({
  title: z.string(),
  photoCount: z.number(),
  coverFilename: z.string().nullable(),
})

/** An album with the number of its links and a summary of the first few links (S-OVER-02..05). */
export const sharedAlbumView = z.object({
  albumId: id,
  selection: sharedSelection.optional(),
  total: z.number(),
  active: z.number(),
  views: z.number(),
  links: z.array(
    z.object({
      id,
      start: z.string().describe('First characters of the token. They do not open the gallery.'),
      revoked: z.boolean(),
      active: z.boolean(),
      viewCount: z.number(),
      lastViewedAt: isoTime.nullable(),
      expiresAt: isoTime.nullable(),
    }),
  ),
})
export type SharedAlbumView = z.infer<typeof sharedAlbumView>

export const linkCounts = z.object({ total: z.number(), active: z.number(), sharedAlbumIds: z.array(id) })

/** The gallery of a link for visitors (rule 38). The gateway does not send `ownerId` to them. */
export const galleryView = z.object({
  linkId: id,
  ownerId: id,
  album: z.object({
    title: z.string(),
    description: z.string(),
    theme,
    header: albumHeader,
    sections: z
      .array(z.object({ id, name: z.string(), photoCount: z.number() }))
      .optional()
      .describe('Sections that contain photos. Absent: the album has no such section.'),
  }),
  link: z.object({
    token: z.string(),
    ...serviceShapeIn(linkFields, 'gallery'),
    showName: z.boolean(),
    hasDownloadLimit: z.boolean(),
  }),
  photos: z.array(
    z.object({
      id,
      filename: z.string(),
      ...shapeIn(photoFields, 'gallery'),
      title: z.string().optional().describe('Title of the photo. Absent: the link hides titles.'),
      width: z.number().nullable(),
      height: z.number().nullable(),
      orientation: orientation.nullable(),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type GalleryView = z.infer<typeof galleryView>
