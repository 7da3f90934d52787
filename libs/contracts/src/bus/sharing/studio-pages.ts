import { z } from 'zod'
import { event, id, isoTime, rpc, text } from '../define.ts'
import { focus } from '../../http/albums.ts'
import { MAX_LISTED, MAX_STUDIO_TEXT, MAX_STUDIO_TITLE } from '../../rules/limits.ts'

/** Cover of a gallery on a studio page. */
const listedCover = z.object({
  photoId: id,
  filename: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  x: focus,
  y: focus,
})

/** A link on a studio page. `empty`: the gallery has no photo to show; `over`: revoked or expired. Visitors see `open` and `locked`. */
export const listedLink = z.object({
  id,
  title: z.string(),
  state: z.enum(['open', 'locked', 'empty', 'over']),
  address: z.string().describe('The readable address, else the token.'),
  cover: listedCover.nullable(),
})
export type ListedLink = z.infer<typeof listedLink>

export const studioPage = z.object({
  enabled: z.boolean(),
  name: z.string().nullable().describe('Name in the address on this installation. Null: not chosen yet.'),
  title: z.string().describe('Title of the page. Empty: the page shows the name of the studio.'),
  text: z.string(),
  allowIndexing: z.boolean(),
  links: z.array(listedLink),
})
export type StudioPage = z.infer<typeof studioPage>

export const studioPagePatch = z.object({
  enabled: z.boolean().optional(),
  name: z.string().optional(),
  title: text.max(MAX_STUDIO_TITLE).optional(),
  text: text.max(MAX_STUDIO_TEXT).optional(),
  allowIndexing: z.boolean().optional(),
  linkIds: z
    .array(z.string())
    .max(MAX_LISTED)
    .optional()
    .describe('IDs of all share links that the page lists, in the order of the page. They replace the current list.'),
})

/** A gallery on a studio page, for visitors. A locked gallery has a title only. */
export const listedGallery = z.object({
  title: z.string(),
  address: z.string(),
  open: z
    .object({ token: z.string(), sharedAt: isoTime, cover: listedCover.nullable() })
    .nullable()
    .describe('Null: the gallery is locked.'),
})
export type ListedGallery = z.infer<typeof listedGallery>
/** An enabled studio page without its galleries. */
export const openedStudioPage = z.object({
  ownerId: id,
  name: z.string().nullable(),
  title: z.string().describe('Title of the page. Empty: the page shows the name of the studio.'),
  text: z.string(),
  allowIndexing: z.boolean(),
  version: z.string().describe('Changes whenever the page shows something else.'),
  firstOpen: z.string().nullable().describe('Token of the first link without a password. Null: none.'),
})
export type OpenedStudioPage = z.infer<typeof openedStudioPage>

/** The public index of galleries that an owner lists (rules 156 to 160). */
export const studioPages = {
  /** Studio page of the caller, even if disabled. */
  getStudioPage: rpc('sharing.studio-pages.get', z.object({}), studioPage),
  /** Omitted fields do not change. SLUG_TAKEN, SHARE_NOT_FOUND; INVALID_INPUT for an invalid or missing address. */
  updateStudioPage: rpc('sharing.studio-pages.update', studioPagePatch, studioPage),
  /**
   * Finds a page by its current or a previous name, or by the owner of a custom domain. STUDIO_PAGE_NOT_FOUND; TOO_MANY_REQUESTS after
   * many unknown names from one network.
   */
  openStudioPage: rpc(
    'sharing.studio-pages.open',
    z.object({
      of: z.union([z.object({ name: z.string() }), z.object({ ownerId: id })]),
      address: z.string().describe('IP address of the visitor.'),
    }),
    openedStudioPage,
  ),
  /** Galleries of a page, in page order. STUDIO_PAGE_NOT_FOUND. */
  listGalleries: rpc(
    'sharing.studio-pages.list-galleries',
    z.object({ ownerId: id }),
    z.object({
      version: z.string().describe('Version of this response. openStudioPage may have returned another one.'),
      galleries: z.array(listedGallery),
    }),
  ),
}

/** A studio page was changed, enabled or disabled. */
export const studioPageChanged = event('sharing.studio-page.changed.v1', z.object({ ownerId: id }), {
  priority: 'urgent',
})
