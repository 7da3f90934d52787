import { AppError, type http, type OpenedStudioPage } from '@daymark/contracts'
import { tryWithin } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { rejectOnCustomDomain } from '../custom-domains/domain-restrictions.ts'
import { sendPage, type WebApp } from './web-app.ts'
import { customDomainOf, type PublicUrls } from '../custom-domains/custom-domains.ts'
import type { StudioBrand } from '../cache/caches.ts'
import type { StudioBrands } from '../custom-domains/studio-brands.ts'
import { presentPublicBrand } from '../presenters/account.ts'
import { PageHead, formatPageTags, STUDIO_PAGE_TAG, formatStudioTags, formatTitleTag } from './page-head.ts'
import type { FirstScreens } from './first-screens.ts'
import type { LinkCards } from './link-cards.ts'
import type { PublicStudioPages } from './studio-pages.ts'

const STUDIO_PATH = /^\/studio\/([^/]+)\/?$/

/** `timeoutMs`: maximum time for loading the meta tags that only crawlers read. */
type StudioPageDependencies = {
  web: WebApp
  pages: PublicStudioPages
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
export function serveStudioPages(dependencies: StudioPageDependencies): RequestHandler {
  const { page } = dependencies.web
  const head = page === undefined ? undefined : new PageHead(page)
  return async (request: Request, response: Response, next: NextFunction) => {
    const name = parseStudioName(request)
    if (name === undefined) return next()
    const isCustomDomain = customDomainOf(request) !== undefined
    if (!head) return isCustomDomain ? rejectOnCustomDomain(request, response) : next()
    const [studioPage, brand] = await loadPage(name, request, dependencies)
    if (isCustomDomain && studioPage === null) return rejectOnCustomDomain(request, response)
    if (!studioPage)
      return sendPage(
        response,
        createFallbackPage(head, brand, dependencies.urls.forPage(request)),
        createFallbackOptions(studioPage),
      )
    if (!isCustomDomain && studioPage.name !== null && studioPage.name !== name)
      return redirectToName(response, studioPage.name)
    const { text, hasData } = await renderPage(head, studioPage, request, dependencies)
    sendPage(response, text, { isHidden: !studioPage.allowIndexing, hasData })
  }
}

/** Loads page and brand. Each is undefined if it does not load within the timeout. */
function loadPage(name: string, request: Request, { pages, brands, timeoutMs }: StudioPageDependencies) {
  const { ownerId } = customDomainOf(request) ?? {}
  return Promise.all([
    tryWithin(pages.find(name, request).catch(nullIfNotFound), timeoutMs),
    ownerId ? brands.forPage(ownerId, request) : undefined,
  ])
}

/** The page without the data of the studio, which the application loads itself. */
function createFallbackPage(
  head: PageHead,
  brand: StudioBrand | null | undefined,
  { installationUrl }: { installationUrl: string | undefined },
): string {
  const tags = formatPageTags(brand && presentPublicBrand(brand, { token: '' }), installationUrl) + STUDIO_PAGE_TAG
  return brand ? head.replaceTagsForStudio(formatTitleTag(brand.name) + tags) : head.addTags(tags)
}

/** `studioPage` is null if the page does not exist, and undefined if it did not load within the timeout. */
const createFallbackOptions = (studioPage: null | undefined) => ({
  isHidden: true,
  status: studioPage === null ? 404 : 200,
})

async function renderPage(
  head: PageHead,
  page: OpenedStudioPage,
  request: Request,
  dependencies: StudioPageDependencies,
) {
  const [{ brand, text }, body] = await Promise.all([
    createTags(page, request, dependencies),
    tryWithin(dependencies.pages.bodyOf(page), dependencies.timeoutMs),
  ])
  const publicPage = body && (JSON.parse(body.plain.toString()) as http.PublicStudioPage)
  const firstScreenPage = publicPage && (await dependencies.firstScreens.renderStudioPage(publicPage, brand, text))
  return {
    text: firstScreenPage ?? (brand ? head.replaceTagsForStudio(text) : head.replaceTags(text)),
    hasData: firstScreenPage !== undefined,
  }
}

/** Returns null for STUDIO_PAGE_NOT_FOUND. Rethrows all other errors. */
function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** The requested name, which is empty on a custom domain. Undefined if the request is not for a studio page. */
function parseStudioName(request: Request): string | undefined {
  if (!['GET', 'HEAD'].includes(request.method)) return undefined
  if (customDomainOf(request)) return request.path === '/' ? '' : undefined
  return STUDIO_PATH.exec(request.path)?.[1]?.toLowerCase()
}

/**
 * Redirects a former name of a studio page to its current one. The redirect is temporary, because the owner can use the former name again.
 */
function redirectToName(response: Response, name: string): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Robots-Tag', 'noindex')
  response.redirect(302, `/studio/${name}`)
}

const createDefaultOnTimeout =
  (timeoutMs: number) =>
  async <T>(value: Promise<T | null>, defaultValue: T): Promise<T> =>
    (await tryWithin(value, timeoutMs)) ?? defaultValue

async function createTags(
  page: OpenedStudioPage,
  request: Request,
  { pages, cards, urls, brands, timeoutMs }: StudioPageDependencies,
) {
  const { ownerId, firstOpen, text, allowIndexing, name } = page
  const { pageUrl, installationUrl } = urls.forPage(request)
  const orDefault = createDefaultOnTimeout(timeoutMs)
  const [title, url, site, brand, card] = await Promise.all([
    tryWithin(pages.titleOf(page), timeoutMs),
    orDefault(pages.urlOf(page, request), pageUrl),
    orDefault(urls.forOwner(ownerId, request), pageUrl),
    brands.forPage(ownerId, request),
    firstOpen === null ? undefined : tryWithin(cards.forPage(firstOpen, request), timeoutMs),
  ])
  const isCustomDomain = customDomainOf(request) !== undefined
  const logoReference = isCustomDomain ? { token: '' } : { studio: name ?? '' }
  const pageContext = { site: site, token: firstOpen ?? '', studio: brand?.name }
  const publicBrand = brand ? presentPublicBrand(brand, logoReference) : null
  return {
    brand: publicBrand,
    text:
      formatStudioTags({ title: title ?? brand?.name ?? 'Galleries', text, allowIndexing, url, card }, pageContext) +
      formatPageTags(publicBrand, installationUrl) +
      STUDIO_PAGE_TAG,
  }
}
