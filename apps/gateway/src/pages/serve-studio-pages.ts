import { AppError, type http, type OpenedStudioPage } from '@daymark/contracts'
import { optionalWithin } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { rejectOnCustomDomain } from '../custom-domains/galleries-only.ts'
import { sendPage, type WebApp } from './web-app.ts'
import { customDomainOf, type PublicUrls } from '../custom-domains/custom-domains.ts'
import type { StudioBrand } from '../cache/caches.ts'
import type { StudioBrands } from '../custom-domains/studio-brands.ts'
import { presentShownBrand } from '../presenters/account.ts'
import { PageHead, pageTags, studioPageTag, studioTags, titleTag } from './page-head.ts'
import type { FirstScreens } from './first-screens.ts'
import type { LinkCards } from './link-cards.ts'
import type { StudioPages } from './studio-pages.ts'

const NAMED = /^\/studio\/([^/]+)\/?$/

/** `timeoutMs`: a page does not wait longer for tags that only crawlers read. */
type Needs = {
  web: WebApp
  pages: StudioPages
  cards: LinkCards
  urls: PublicUrls
  brands: StudioBrands
  firstScreens: FirstScreens
  timeoutMs: number
}

/**
 * rule 158: the page of a studio is the application's page with tags for link cards and search engines. Its path is `/studio/{name}`, or
 * the root of a custom domain.
 */
export function serveStudioPages(needs: Needs): RequestHandler {
  const { page } = needs.web
  const head = page === undefined ? undefined : new PageHead(page)
  return async (request: Request, response: Response, next: NextFunction) => {
    const name = nameIn(request)
    if (name === undefined) return next()
    const isCustomDomain = customDomainOf(request) !== undefined
    if (!head) return isCustomDomain ? rejectOnCustomDomain(request, response) : next()
    const [found, brand] = await load(name, request, needs)
    if (isCustomDomain && found === null) return rejectOnCustomDomain(request, response)
    if (!found) return sendPage(response, fallbackPage(head, brand, needs.urls.forPage(request)), statusOf(found))
    if (!isCustomDomain && found.name !== null && found.name !== name) return redirect(response, found.name)
    const { text, hasData } = await renderPage(head, found, request, needs)
    sendPage(response, text, { isHidden: !found.allowIndexing, hasData })
  }
}

/** Page and brand; undefined if they are not known in time. */
function load(name: string, request: Request, { pages, brands, timeoutMs }: Needs) {
  const { ownerId } = customDomainOf(request) ?? {}
  return Promise.all([
    optionalWithin(pages.find(name, request).catch(nullIfNotFound), timeoutMs),
    ownerId ? brands.forPage(ownerId, request) : undefined,
  ])
}

/** The page without the data of the studio, which the application loads itself. */
function fallbackPage(
  head: PageHead,
  brand: StudioBrand | null | undefined,
  { home }: { home: string | undefined },
): string {
  const tags = pageTags(brand && presentShownBrand(brand, { token: '' }), home) + studioPageTag
  return brand ? head.ofStudio(titleTag(brand.name) + tags) : head.plain(tags)
}

/** `null` if there is no such page, `undefined` if this is not known in time. */
const statusOf = (found: null | undefined) => ({ isHidden: true, status: found === null ? 404 : 200 })

async function renderPage(head: PageHead, page: OpenedStudioPage, request: Request, needs: Needs) {
  const [{ brand, text }, body] = await Promise.all([
    tagsOf(page, request, needs),
    optionalWithin(needs.pages.body(page), needs.timeoutMs),
  ])
  const shown = body && (JSON.parse(body.plain.toString()) as http.PublicStudioPage)
  const first = shown && (await needs.firstScreens.studioPage(shown, brand, text))
  return { text: first ?? (brand ? head.ofStudio(text) : head.own(text)), hasData: first !== undefined }
}

/** Other errors do not mean that the page does not exist. */
function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** The requested name, which is empty on a custom domain. Undefined if the request is not for a studio page. */
function nameIn(request: Request): string | undefined {
  if (!['GET', 'HEAD'].includes(request.method)) return undefined
  if (customDomainOf(request)) return request.path === '/' ? '' : undefined
  return NAMED.exec(request.path)?.[1]?.toLowerCase()
}

/** Temporary, because the owner can use the former name again. */
function redirect(response: Response, name: string): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Robots-Tag', 'noindex')
  response.redirect(302, `/studio/${name}`)
}

const withDefault =
  (timeoutMs: number) =>
  async <T>(value: Promise<T | null>, otherwise: T): Promise<T> =>
    (await optionalWithin(value, timeoutMs)) ?? otherwise

async function tagsOf(page: OpenedStudioPage, request: Request, { pages, cards, urls, brands, timeoutMs }: Needs) {
  const { ownerId, firstOpen, text, allowIndexing, name } = page
  const { home, own } = urls.forPage(request)
  const orDefault = withDefault(timeoutMs)
  const [title, url, at, brand, card] = await Promise.all([
    optionalWithin(pages.titleOf(page), timeoutMs),
    orDefault(pages.url(page, request), own),
    orDefault(urls.forOwner(ownerId, request), own),
    brands.forPage(ownerId, request),
    firstOpen === null ? undefined : optionalWithin(cards.forPage(firstOpen, request), timeoutMs),
  ])
  const isCustomDomain = customDomainOf(request) !== undefined
  const logoOf = isCustomDomain ? { token: '' } : { studio: name ?? '' }
  const of = { site: at, token: firstOpen ?? '', studio: brand?.name }
  const shown = brand ? presentShownBrand(brand, logoOf) : null
  return {
    brand: shown,
    text:
      studioTags({ title: title ?? brand?.name ?? 'Galleries', text, allowIndexing, url, card }, of) +
      pageTags(shown, home) +
      studioPageTag,
  }
}
