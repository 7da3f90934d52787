import { z } from 'zod'
import { focus } from './albums.ts'
import { text } from '../bus/define.ts'
import { MAX_LISTED, MAX_STUDIO_TEXT, MAX_STUDIO_TITLE } from '../rules/limits.ts'
import { MAX_SLUG } from '../rules/slug.ts'

/** A link that is listed, as its owner sees it. */
export const listedShare = z.object({
  share_id: z.string(),
  title: z.string(),
  state: z
    .enum(['open', 'locked', 'empty', 'over'])
    .describe(
      'locked: listed without its photos. empty: no photos to show. over: revoked or expired. The last two are not listed.',
    ),
  thumbnail_url: z.string().nullable(),
})
export type ListedShare = z.infer<typeof listedShare>
export const studioPageSettings = z.object({
  enabled: z.boolean(),
  name: z.string().nullable().describe('Name in the address /studio/{name} of this installation.'),
  title: z.string().describe('Empty: default_title is used.'),
  default_title: z.string(),
  text: z.string(),
  allow_indexing: z.boolean().describe('Whether search engines may index the page.'),
  url: z.string().nullable().describe('Null: the page has no address yet.'),
  shares: z.array(listedShare).describe('In page order.'),
})
export type StudioPageSettings = z.infer<typeof studioPageSettings>
export const studioPageBody = z.object({
  enabled: z.boolean().optional(),
  name: z.string().max(MAX_SLUG).optional(),
  title: text.max(MAX_STUDIO_TITLE).optional().describe('Empty: the name of the studio is used.'),
  text: text.max(MAX_STUDIO_TEXT).optional(),
  allow_indexing: z.boolean().optional(),
  share_ids: z
    .array(z.string().max(36))
    .max(MAX_LISTED)
    .optional()
    .describe('The complete list of links, in this order.'),
})

/** `name`: of the page; on a custom domain it is that of its owner. */
export const studioPageQuery = z.object({ name: z.string().max(MAX_SLUG).optional() })
const shownCover = z.object({
  url: z.string().describe('Address of the lg variant. For other sizes: /media/share/{size}/{name}.jpg?token='),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  x: focus,
  y: focus,
})
/** What a visitor gets: of a locked gallery its title and address alone. */
export const listedGallery = z.object({
  title: z.string(),
  url: z.string().describe('/share/{address}'),
  locked: z.boolean(),
  shared_at: z.string().nullable(),
  cover: shownCover.nullable(),
})
export type ListedGallery = z.infer<typeof listedGallery>
export const publicStudioPage = z.object({ title: z.string(), text: z.string(), galleries: z.array(listedGallery) })
export type PublicStudioPage = z.infer<typeof publicStudioPage>
