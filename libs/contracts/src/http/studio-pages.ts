import { z } from 'zod'
import { focus } from './albums.ts'
import { text } from '../define.ts'
import { MAX_LISTED, MAX_STUDIO_TEXT, MAX_STUDIO_TITLE } from '../limits.ts'
import { MAX_SLUG } from '../slug.ts'

/** A link that is listed, as its owner sees it. */
export const listedShare = z.object({
  share_id: z.string(),
  title: z.string(),
  state: z
    .enum(['open', 'locked', 'empty', 'over'])
    .describe(
      'locked: shown without its photos; empty: no photos to show; over: revoked or expired. The last two are not shown',
    ),
  thumbnail_url: z.string().nullable(),
})
export type ListedShare = z.infer<typeof listedShare>
export const studioPageSettings = z.object({
  enabled: z.boolean(),
  name: z.string().nullable().describe('in its address here: /studio/{name}'),
  title: z.string().describe('empty: default_title'),
  default_title: z.string(),
  text: z.string(),
  allow_indexing: z.boolean().describe('search engines may list the page'),
  url: z.string().nullable().describe('null: it has no address yet'),
  shares: z.array(listedShare).describe('in the order of the page'),
})
export type StudioPageSettings = z.infer<typeof studioPageSettings>
export const studioPageBody = z.object({
  enabled: z.boolean().optional(),
  name: z.string().max(MAX_SLUG).optional(),
  title: text.max(MAX_STUDIO_TITLE).optional().describe('empty: the name of the studio'),
  text: text.max(MAX_STUDIO_TEXT).optional(),
  allow_indexing: z.boolean().optional(),
  share_ids: z
    .array(z.string().max(36))
    .max(MAX_LISTED)
    .optional()
    .describe('the links that are listed, in this order, and no others'),
})

/** `name`: of the page; on a custom domain it is that of its owner. */
export const studioPageQuery = z.object({ name: z.string().max(MAX_SLUG).optional() })
const shownCover = z.object({
  url: z.string().describe('lg; /media/share/{size}/{name}.jpg?token= for the others'),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  x: focus,
  y: focus,
})
/** What a visitor gets: of a locked gallery its title and address alone. */
export const shownGallery = z.object({
  title: z.string(),
  url: z.string().describe('/share/{address}'),
  locked: z.boolean(),
  shared_at: z.string().nullable(),
  cover: shownCover.nullable(),
})
export type ShownGallery = z.infer<typeof shownGallery>
export const shownStudioPage = z.object({ title: z.string(), text: z.string(), galleries: z.array(shownGallery) })
export type ShownStudioPage = z.infer<typeof shownStudioPage>
