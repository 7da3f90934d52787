import { AppError, type OpenedStudioPage } from '@daymark/contracts'
import { optionalWithin } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { refuseGuest } from '../custom-domains/galleries-only.ts'
import { sendPage, type WebApp } from './web-app.ts'
import type { Site } from '../custom-domains/public-urls.ts'
import { guestOf } from '../custom-domains/custom-domains.ts'
import type { ShownBrand, ShownBrands } from '../custom-domains/studio-brands.ts'
import { presentShownBrand } from '../presenters/account.ts'
import { studioTags, titleTag } from './card-tags.ts'
import type { LinkCards } from './link-cards.ts'
import { PageHead, pageTags, studioPageTag } from './page-head.ts'
import type { StudioPages } from './studio-pages.ts'

const NAMED = /^\/studio\/([^/]+)\/?$/

/** `patienceMs`: a visitor's page never waits longer for what only others read. */
type Needs = {
  web: WebApp
  pages: StudioPages
  cards: LinkCards
  site: Site
  brands: ShownBrands
  patienceMs: number
}

/**
 * rule 158: the page of a studio is the application's, with what cards and search engines read in its head: `/studio/{name}` here, and
 * the root of a custom domain, where without it there is nothing.
 */
export function pagesOfStudios(needs: Needs): RequestHandler {
  const { page } = needs.web
  const head = page === undefined ? undefined : new PageHead(page)
  return async (request: Request, response: Response, next: NextFunction) => {
    const name = nameIn(request)
    if (name === undefined) return next()
    const isGuest = guestOf(request) !== undefined
    if (!head) return isGuest ? refuseGuest(request, response) : next()
    const [found, brand] = await asked(name, request, needs)
    if (isGuest && found === null) return refuseGuest(request, response)
    if (!found) return sendPage(response, unsaid(head, brand, needs.site.around(request)), missing(found))
    if (!isGuest && found.name !== null && found.name !== name) return leadOn(response, found.name)
    sendPage(response, await written(head, found, request, needs), { isHidden: !found.allowIndexing })
  }
}

/** Both at once; undefined: nobody could say in time. */
function asked(name: string, request: Request, { pages, brands, patienceMs }: Needs) {
  const { ownerId } = guestOf(request) ?? {}
  return Promise.all([
    optionalWithin(pages.find(name, request).catch(ifNone), patienceMs),
    ownerId ? brands.inTime(ownerId, request) : undefined,
  ])
}

/** The screen asks by itself where nobody could say in time. */
function unsaid(head: PageHead, brand: ShownBrand | null | undefined, { home }: { home: string | undefined }): string {
  const tags = pageTags(brand && presentShownBrand(brand, { token: '' }), home) + studioPageTag
  return brand ? head.ofStudio(titleTag(brand.name) + tags) : head.plain(tags)
}

/** `null`: there is no such page; `undefined`: nobody could say in time. */
const missing = (found: null | undefined) => ({ isHidden: true, status: found === null ? 404 : 200 })

async function written(head: PageHead, page: OpenedStudioPage, request: Request, needs: Needs): Promise<string> {
  const { isBranded, text } = await tagsOf(page, request, needs)
  return isBranded ? head.ofStudio(text) : head.own(text)
}

/** null: there is none. Everything else that goes wrong says nothing about that. */
function ifNone(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** Undefined: no page of a studio was asked for. On a custom domain it has no name. */
function nameIn(request: Request): string | undefined {
  if (!['GET', 'HEAD'].includes(request.method)) return undefined
  if (guestOf(request)) return request.path === '/' ? '' : undefined
  return NAMED.exec(request.path)?.[1]?.toLowerCase()
}

/** Not for ever: its owner may take the old name again. */
function leadOn(response: Response, name: string): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Robots-Tag', 'noindex')
  response.redirect(302, `/studio/${name}`)
}

const within =
  (patienceMs: number) =>
  async <T>(asked: Promise<T | null>, otherwise: T): Promise<T> =>
    (await optionalWithin(asked, patienceMs)) ?? otherwise

async function tagsOf(page: OpenedStudioPage, request: Request, { pages, cards, site, brands, patienceMs }: Needs) {
  const { ownerId, firstOpen, text, allowIndexing, name } = page
  const { home, own } = site.around(request)
  const inTime = within(patienceMs)
  const [title, url, at, brand, card] = await Promise.all([
    optionalWithin(pages.titleOf(page), patienceMs),
    inTime(pages.address(page, request), own),
    inTime(site.ofOwner(ownerId, request), own),
    brands.inTime(ownerId, request),
    firstOpen === null ? undefined : optionalWithin(cards.shown(firstOpen, request), patienceMs),
  ])
  const isGuest = guestOf(request) !== undefined
  const logoOf = isGuest ? { token: '' } : { studio: name ?? '' }
  const of = { site: at, token: firstOpen ?? '', studio: brand?.name }
  return {
    isBranded: Boolean(brand),
    text:
      studioTags({ title: title ?? brand?.name ?? 'Galleries', text, allowIndexing, url, card }, of) +
      pageTags(brand && presentShownBrand(brand, logoOf), home) +
      studioPageTag,
  }
}
