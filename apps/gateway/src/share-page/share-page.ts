import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { sendPage, type WebApp } from '../edge/web-app.ts'
import type { Site } from '../helpers/site.ts'
import type { ShownBrand, ShownBrands } from '../hosts/shown-brands.ts'
import type { LinkAddresses } from '../link-addresses.ts'
import { presentShownBrand } from '../presenters/brand.ts'
import { soon } from '../helpers/soon.ts'
import { cardTags, closedTags, type PageOf, uploadTags } from './card-tags.ts'
import type { LinkCards, ShownCard } from './link-cards.ts'
import { pageTags } from './page-tags.ts'

/** A visitor's page never waits longer for what only others read. */
const PATIENCE_MS = 500
const SHARE = /^\/share\/([^/]+)\/?$/i
/** That of an upload link says whose it is, and nothing else. */
const UPLOAD = /^\/upload\/([^/]+)\/?$/i
const OWN_TAGS = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g

type Needs = { web: WebApp; cards: LinkCards; site: Site; brands: ShownBrands; addresses: LinkAddresses }

/**
 * S-PUB-01: the page of a share link is the application's, with what link cards and search engines read in its head. It opens nothing:
 * the gallery asks by itself, and is refused where the link is over.
 */
export function sharePages({ web, cards, site, brands, addresses }: Needs): RequestHandler {
  const { page } = web
  if (page === undefined) return (_: Request, __: Response, next: NextFunction) => next()
  const bare = page.replaceAll(OWN_TAGS, '')
  const brandOf = async (token: string, request: Request) => brands.of(await addresses.ownerOf(token, request))
  return async (request, response, next) => {
    const { token, isUpload } = addressed(request)
    if (token === undefined) return next()
    const [card, brand] = await Promise.all([
      isUpload ? undefined : soon(cards.shown(token, request), PATIENCE_MS),
      soon(brandOf(token, request), PATIENCE_MS),
    ])
    const { home, own } = site.around(request)
    const of = { site: card ? await site.ofOwner(card.ownerId, request) : own, token, studio: brand?.name }
    const tags = headOf(card, of, isUpload) + pageTags(presented(brand, token), home)
    const text = brand ? ofStudio(withHead(bare, tags)) : withHead(card || isUpload ? bare : page, tags)
    sendPage(response, text, { isHidden: !card?.allowIndexing })
  }
}

/** Whose page is asked for; no token: it is neither a gallery nor an upload link. */
function addressed({ method, path }: Request): { token: string | undefined; isUpload: boolean } {
  if (!['GET', 'HEAD'].includes(method)) return { token: undefined, isUpload: false }
  const upload = UPLOAD.exec(path)?.[1]
  return { token: upload ?? SHARE.exec(path)?.[1], isUpload: upload !== undefined }
}

function headOf(card: ShownCard | undefined, of: PageOf, isUpload: boolean): string {
  if (isUpload) return uploadTags(of)
  return card ? cardTags(card, of) : closedTags(of)
}

const presented = (brand: ShownBrand | null | undefined, token: string) => brand && presentShownBrand(brand, token)

/** A studio's page has the studio's icon, or none, and its clients do not write to us. */
const ofStudio = (page: string): string =>
  page.replaceAll(/<(?:link rel="icon" href="\/favicon|meta name="daymark-support")[^>]*>\s*/g, '')

/** Cut and put together, never replaced: a title may hold what a replacement would take for a pattern. */
function withHead(page: string, tags: string): string {
  const at = /<meta charset[^>]*>/i.exec(page) ?? /<!doctype html>/i.exec(page)
  const end = at ? at.index + at[0].length : 0
  return page.slice(0, end) + tags + page.slice(end)
}
