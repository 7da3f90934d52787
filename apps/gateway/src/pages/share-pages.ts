import { anonymous, AppError, sharing } from '@daymark/contracts'
import { tryWithin, type RpcClient } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { StudioBrand } from '../cache/caches.ts'
import type { PublicUrls } from '../custom-domains/custom-domains.ts'
import type { StudioBrands } from '../custom-domains/studio-brands.ts'
import { presentPublicBrand } from '../presenters/account.ts'
import type { LinkResolver } from '../visitors/link-resolver.ts'
import type { FirstScreens } from './first-screens.ts'
import type { LinkCards, PublicCard } from './link-cards.ts'
import {
  formatCardTags,
  formatClosedTags,
  PageHead,
  type PageContext,
  formatPageTags,
  formatUploadTags,
} from './page-head.ts'
import { sendPage, type WebApp } from './web-app.ts'

const SHARE_PATH = /^\/share\/([^/]+)\/?$/
/** Path of an upload link. Its page shows only the brand of the studio. */
const UPLOAD_PATH = /^\/upload\/([^/]+)\/?$/

/** `timeoutMs`: maximum time for loading the meta tags that only crawlers read. */
type SharePageDependencies = {
  web: WebApp
  cards: LinkCards
  urls: PublicUrls
  brands: StudioBrands
  linkResolver: LinkResolver
  rpc: RpcClient
  firstScreens: FirstScreens
  timeoutMs: number
}
type PageLink = { token: string; isUpload: boolean }
type LinkState = { card?: PublicCard; status: number }

/**
 * S-PUB-01: the page of a share link is the application's page with tags for link cards and search engines. The page of a gallery that
 * is open to everyone contains its first screen; the page of any other link contains no data of the gallery. The status is 404 for an
 * unknown link, 410 for an ended one, and 200 if this is not known in time.
 */
export function serveSharePages(dependencies: SharePageDependencies): RequestHandler {
  const { urls, firstScreens } = dependencies
  const { page } = dependencies.web
  if (page === undefined) return (_: Request, __: Response, next: NextFunction) => next()
  const head = new PageHead(page)
  return async (request, response, next) => {
    const { token, isUpload } = parsePageLink(request)
    if (token === undefined) return next()
    const { card, status, gallery, brand } = await loadPage({ token, isUpload }, request, dependencies)
    const { pageUrl, installationUrl } = urls.forPage(request)
    const pageContext = {
      site: card ? await urls.forOwner(card.ownerId, request) : pageUrl,
      token,
      studio: brand?.name,
    }
    const publicBrand = presentBrand(brand, token) ?? null
    const tags = createHeadTags(card, pageContext, isUpload) + formatPageTags(publicBrand, installationUrl)
    const options = { isHidden: !card?.allowIndexing, status }
    const firstScreenPage = card && gallery && (await firstScreens.renderGalleryPage(gallery, publicBrand, tags))
    if (firstScreenPage !== undefined) return sendPage(response, firstScreenPage, { ...options, hasData: true })
    const text = brand
      ? head.replaceTagsForStudio(tags)
      : card || isUpload
        ? head.replaceTags(tags)
        : head.addTags(tags)
    sendPage(response, text, options)
  }
}

async function loadPage(link: PageLink, request: Request, dependencies: SharePageDependencies) {
  const { brands, linkResolver, firstScreens, timeoutMs } = dependencies
  const { token, isUpload } = link
  // `/share/~mails` is a screen of the application, not a link.
  const isLink = !token.startsWith('~')
  const [linkState = { status: 200 }, gallery, brand] = await Promise.all([
    isLink ? tryWithin(findLinkState(link, request, dependencies).catch(errorToState), timeoutMs) : undefined,
    isLink && !isUpload ? tryWithin(firstScreens.findGallery(token, request), timeoutMs) : undefined,
    brands.forPage(linkResolver.ownerOf(token, request), request),
  ])
  return { card: undefined, ...linkState, gallery, brand }
}

async function findLinkState(
  { token, isUpload }: PageLink,
  request: Request,
  { cards, rpc }: SharePageDependencies,
): Promise<LinkState> {
  if (!isUpload) return { card: await cards.forPage(token, request), status: 200 }
  await rpc.call(sharing.openUploadLink, { token }, anonymous)
  return { status: 200 }
}

/**
 * Converts an error to the state of the link. A gallery with a password has no card, but its
 * page exists.
 */
function errorToState(error: unknown): LinkState {
  const isGone = error instanceof AppError && (error.status === 404 || error.status === 410)
  return { status: isGone ? error.status : 200 }
}

/** The link of the requested page. `token` is undefined if the request is for another page. */
function parsePageLink({ method, path }: Request): { token: string | undefined; isUpload: boolean } {
  if (!['GET', 'HEAD'].includes(method)) return { token: undefined, isUpload: false }
  const upload = UPLOAD_PATH.exec(path)?.[1]
  return { token: upload ?? SHARE_PATH.exec(path)?.[1], isUpload: upload !== undefined }
}

function createHeadTags(card: PublicCard | undefined, pageContext: PageContext, isUpload: boolean): string {
  if (isUpload) return formatUploadTags(pageContext)
  return card ? formatCardTags(card, pageContext) : formatClosedTags(pageContext)
}

const presentBrand = (brand: StudioBrand | null | undefined, token: string) =>
  brand && presentPublicBrand(brand, { token })

const SHARE_NAME_PATH = /^\/share\/([A-Za-z0-9-]+)\/?$/

/**
 * Redirects a former name of a link to its current one. The redirect is temporary because the owner can use the former name again. The
 * name of an ended link is not revealed.
 */
export function redirectOldSlugs(linkResolver: LinkResolver): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const name = ['GET', 'HEAD'].includes(request.method) ? SHARE_NAME_PATH.exec(request.path)?.[1] : undefined
    if (name === undefined) return next()
    linkResolver.find(name, request).then(
      link => {
        if (!link?.slug || link.slug === name) return next()
        const query = request.originalUrl.split('?')[1]
        response.setHeader('Cache-Control', 'no-store')
        response.setHeader('X-Robots-Tag', 'noindex')
        response.redirect(302, `/share/${link.slug}${query ? `?${query}` : ''}`)
      },
      // Errors are ignored here, because the page itself reports errors of the link.
      () => next(),
    )
  }
}
