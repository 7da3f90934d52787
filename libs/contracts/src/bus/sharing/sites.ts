import { z } from 'zod'
import { focus } from '../../http/library/albums.ts'
import { HEX_COLOR } from '../../rules/brand/accent.ts'
import {
  MAX_BRAND_NAME_LENGTH,
  MAX_LISTED_GALLERIES,
  MAX_STUDIO_TEXT_LENGTH,
  MAX_STUDIO_TITLE_LENGTH,
  MAX_WEBSITE_LENGTH,
} from '../../rules/limits.ts'
import { event, id, isoTime, rpc, text } from '../define.ts'

/** Brand of a studio, which visitors see instead of the Daymark brand (rule 71). The media service stores the logo. */
export const brand = z.object({
  name: text.describe('Name of the studio. Empty: visitors see the Daymark brand.'),
  website: z.string().nullable(),
  accent: z.string().regex(HEX_COLOR).nullable(),
})
export type Brand = z.infer<typeof brand>
export const brandPatch = z.object({
  name: text.max(MAX_BRAND_NAME_LENGTH).optional(),
  website: z.string().max(MAX_WEBSITE_LENGTH).nullish().describe('Empty or null: none.'),
  accent: z.string().regex(HEX_COLOR).nullish(),
})

export const brands = {
  /** Returns the brand of the caller, even if the plan does not include it. */
  getBrand: rpc('sharing.brands.get', z.object({}), brand),
  /** Omitted fields do not change. Throws PLAN_REQUIRED; INVALID_INPUT for an invalid website. */
  updateBrand: rpc('sharing.brands.update', brandPatch, brand),
  /** Returns the brand that visitors of an owner see. Null: the Daymark brand, because the brand has no name or the plan does not include it. */
  getPublicBrand: rpc('sharing.brands.get-public', z.object({ ownerId: id }), z.object({ brand: brand.nullable() })),
}

/** The brand of a studio changed. Subscribers store the state with the newest `revision`. */
export const brandChanged = event(
  'sharing.brand.changed.v1',
  z.object({ ownerId: id, revision: z.number().int().optional(), brand: brand.optional() }),
  { priority: 'urgent' },
)

/** `failing`: the domain was verified before, but the last DNS lookup failed. It serves galleries for some more days. */
const domainState = z.enum(['pending', 'verified', 'failing'])

const domainView = z.object({
  host: z.string().describe('Host name in punycode.'),
  challenge: z.string().describe('Expected value of the TXT record.'),
  state: domainState,
  problem: z.string().nullable().describe('Reason why the domain is not verified, as a message for the owner.'),
  found: z.object({ cname: z.boolean(), txt: z.boolean() }).nullable().describe('Null: not checked yet.'),
  checkedAt: isoTime.nullable(),
  verifiedAt: isoTime.nullable().describe('Time at which both records were last seen.'),
  serves: z.boolean().describe('Whether the domain currently serves galleries: it is verified and the plan allows it.'),
})

/** `target`: required target of the CNAME record. Null: custom domains are not available, because the installation has no public host name. */
export const domainSettings = z.object({ target: z.string().nullable(), domain: domainView.nullable() })
export type DomainSettings = z.infer<typeof domainSettings>

/** Custom domains (rule 70), verified in DNS and served by the gateway. */
export const domains = {
  /** Returns the domain of the caller. */
  getDomain: rpc('sharing.domains.get', z.object({}), domainSettings),
  /** Replaces the previous domain. Throws INVALID_INPUT for an invalid name; PLAN_REQUIRED. */
  setDomain: rpc('sharing.domains.set', z.object({ host: z.string() }), domainSettings),
  /** Looks up the CNAME and TXT records. Throws PLAN_REQUIRED, DOMAIN_NOT_FOUND; TOO_MANY_REQUESTS after many failed lookups. */
  verifyDomain: rpc('sharing.domains.verify', z.object({}), domainSettings),
  removeDomain: rpc('sharing.domains.remove', z.object({}), domainSettings),
  /** Returns the owner of a host. `closed`: the host served galleries before, but does not now. `unknown`: the host never served galleries. */
  findHost: rpc(
    'sharing.domains.find',
    z.object({ host: z.string() }),
    z.object({ state: z.enum(['unknown', 'closed', 'served']), ownerId: id.nullable() }),
  ),
  /** Returns the host in the addresses of an owner's links. Null: the host of the installation. */
  getHost: rpc('sharing.domains.host', z.object({ ownerId: id }), z.object({ host: z.string().nullable() })),
  /** Returns the owner of a link, even if the link is revoked or expired. Throws SHARE_UNAVAILABLE for an unknown token. */
  findLinkOwner: rpc('sharing.links.owner', z.object({ token: z.string() }), z.object({ linkId: id, ownerId: id })),
}

/** The served hosts of an owner changed. Gateways remove these hosts from their caches. */
export const domainChanged = event('sharing.domain.changed.v1', z.object({ ownerId: id, hosts: z.array(z.string()) }), {
  priority: 'urgent',
})

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

/**
 * A link on a studio page. `open`: anyone can open the gallery. `locked`: the gallery requires a password. `empty`: the gallery has no photo.
 * `over`: the link is revoked or expired. Visitors see only links that are `open` or `locked`.
 */
const listedLink = z.object({
  id,
  title: z.string(),
  state: z.enum(['open', 'locked', 'empty', 'over']),
  address: z
    .string()
    .describe('Last part of the address /share/{address}: the slug, or the token if the link has none.'),
  cover: listedCover.nullable(),
})
export type ListedLink = z.infer<typeof listedLink>

export const studioPage = z.object({
  enabled: z.boolean(),
  name: z
    .string()
    .nullable()
    .describe('Name in the public address /studio/{name} of the page. Null: none has been chosen yet.'),
  title: z.string().describe('Title of the page. Empty: the page shows the name of the studio.'),
  text: z.string(),
  allowIndexing: z.boolean(),
  links: z.array(listedLink),
})
export type StudioPage = z.infer<typeof studioPage>

export const studioPagePatch = z.object({
  enabled: z.boolean().optional(),
  name: z.string().optional(),
  title: text.max(MAX_STUDIO_TITLE_LENGTH).optional(),
  text: text.max(MAX_STUDIO_TEXT_LENGTH).optional(),
  allowIndexing: z.boolean().optional(),
  linkIds: z
    .array(z.string())
    .max(MAX_LISTED_GALLERIES)
    .optional()
    .describe('IDs of all share links that the page lists, in the order of the page. They replace the current list.'),
})

/** A gallery on a studio page as visitors see it. Visitors see only the title of a locked gallery. */
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
const openedStudioPage = z.object({
  ownerId: id,
  name: z.string().nullable(),
  title: z.string().describe('Title of the page. Empty: the page shows the name of the studio.'),
  text: z.string(),
  allowIndexing: z.boolean(),
  version: z.string().describe('Changes whenever the content of the page changes.'),
  firstOpen: z.string().nullable().describe('Token of the first link without a password. Null: none.'),
})
export type OpenedStudioPage = z.infer<typeof openedStudioPage>

/** Studio pages: public lists of galleries that the owner chooses (rules 156 to 160). */
export const studioPages = {
  /** Returns the studio page of the caller, even if it is disabled. */
  getStudioPage: rpc('sharing.studio-pages.get', z.object({}), studioPage),
  /** Omitted fields do not change. Throws SLUG_TAKEN, SHARE_NOT_FOUND; INVALID_INPUT for an invalid or missing address. */
  updateStudioPage: rpc('sharing.studio-pages.update', studioPagePatch, studioPage),
  /**
   * Finds a page by its current or a previous name, or by the owner of a custom domain. Throws STUDIO_PAGE_NOT_FOUND; TOO_MANY_REQUESTS after
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
  /** Returns the galleries of a page, in page order. Throws STUDIO_PAGE_NOT_FOUND. */
  listGalleries: rpc(
    'sharing.studio-pages.list-galleries',
    z.object({ ownerId: id }),
    z.object({
      version: z
        .string()
        .describe('Version of this list. It can be newer than the version that openStudioPage returned.'),
      galleries: z.array(listedGallery),
    }),
  ),
}

/** A studio page was changed, enabled or disabled. */
export const studioPageChanged = event('sharing.studio-page.changed.v1', z.object({ ownerId: id }), {
  priority: 'urgent',
})
