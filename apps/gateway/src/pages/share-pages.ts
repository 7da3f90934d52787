import { anonymous, AppError, sharing } from '@daymark/contracts'
import { optionalWithin, type RpcClient } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { StudioBrand } from '../cache/caches.ts'
import type { PublicUrls } from '../custom-domains/custom-domains.ts'
import type { StudioBrands } from '../custom-domains/studio-brands.ts'
import { presentShownBrand } from '../presenters/account.ts'
import type { LinkResolver } from '../visitors/link-resolver.ts'
import type { FirstScreens } from './first-screens.ts'
import type { LinkCards, PublicCard } from './link-cards.ts'
import { cardTags, closedTags, PageHead, type PageOf, pageTags, uploadTags } from './page-head.ts'
import { sendPage, type WebApp } from './web-app.ts'

const SHARE = /^\/share\/([^/]+)\/?$/
/** The page of an upload link shows only the studio. */
const UPLOAD = /^\/upload\/([^/]+)\/?$/

/** `timeoutMs`: a page does not wait longer for tags that only crawlers read. */
type Needs = {
  web: WebApp
  cards: LinkCards
  urls: PublicUrls
  brands: StudioBrands
  linkResolver: LinkResolver
  rpc: RpcClient
  firstScreens: FirstScreens
  timeoutMs: number
}
type Link = { token: string; isUpload: boolean }
type Found = { card?: PublicCard; status: number }

/**
 * S-PUB-01: the page of a share link is the application's page with tags for link cards and search engines. The page of a gallery that
 * is open to everyone contains its first screen; the page of any other link contains no data of the gallery. The status is 404 for an
 * unknown link, 410 for an ended one, and 200 if this is not known in time.
 */
export function serveSharePages(needs: Needs): RequestHandler {
  const { urls, firstScreens } = needs
  const { page } = needs.web
  if (page === undefined) return (_: Request, __: Response, next: NextFunction) => next()
  const head = new PageHead(page)
  return async (request, response, next) => {
    const { token, isUpload } = linkOf(request)
    if (token === undefined) return next()
    const { card, status, gallery, brand } = await load({ token, isUpload }, request, needs)
    const { home, own } = urls.forPage(request)
    const of = { site: card ? await urls.forOwner(card.ownerId, request) : own, token, studio: brand?.name }
    const shown = presented(brand, token) ?? null
    const tags = headOf(card, of, isUpload) + pageTags(shown, home)
    const options = { isHidden: !card?.allowIndexing, status }
    const first = card && gallery && (await firstScreens.gallery(gallery, shown, tags))
    if (first !== undefined) return sendPage(response, first, { ...options, hasData: true })
    const text = brand ? head.ofStudio(tags) : card || isUpload ? head.own(tags) : head.plain(tags)
    sendPage(response, text, options)
  }
}

async function load(link: Link, request: Request, needs: Needs) {
  const { brands, linkResolver, firstScreens, timeoutMs } = needs
  const { token, isUpload } = link
  const isLink = !token.startsWith('~')
  const [found = { status: 200 }, gallery, brand] = await Promise.all([
    isLink ? optionalWithin(find(link, request, needs).catch(statusOf), timeoutMs) : undefined,
    isLink && !isUpload ? optionalWithin(firstScreens.findGallery(token, request), timeoutMs) : undefined,
    brands.forPage(linkResolver.ownerOf(token, request), request),
  ])
  return { card: undefined, ...found, gallery, brand }
}

async function find({ token, isUpload }: Link, request: Request, { cards, rpc }: Needs): Promise<Found> {
  if (!isUpload) return { card: await cards.forPage(token, request), status: 200 }
  await rpc.call(sharing.openUploadLink, { token }, anonymous)
  return { status: 200 }
}

/** A gallery with a password has no card, but its page exists. */
function statusOf(error: unknown): Found {
  const isGone = error instanceof AppError && (error.status === 404 || error.status === 410)
  return { status: isGone ? error.status : 200 }
}

/** The link of the requested page. No token if it is not the page of a gallery or upload link. */
function linkOf({ method, path }: Request): { token: string | undefined; isUpload: boolean } {
  if (!['GET', 'HEAD'].includes(method)) return { token: undefined, isUpload: false }
  const upload = UPLOAD.exec(path)?.[1]
  return { token: upload ?? SHARE.exec(path)?.[1], isUpload: upload !== undefined }
}

function headOf(card: PublicCard | undefined, of: PageOf, isUpload: boolean): string {
  if (isUpload) return uploadTags(of)
  return card ? cardTags(card, of) : closedTags(of)
}

const presented = (brand: StudioBrand | null | undefined, token: string) => brand && presentShownBrand(brand, { token })

const PAGE = /^\/share\/([A-Za-z0-9-]+)\/?$/

/**
 * Redirects a former name of a link to its current one. The redirect is temporary because the owner can use the former name again. The
 * name of an ended link is not revealed.
 */
export function redirectOldSlugs(linkResolver: LinkResolver): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const name = ['GET', 'HEAD'].includes(request.method) ? PAGE.exec(request.path)?.[1] : undefined
    if (name === undefined) return next()
    linkResolver.find(name, request).then(
      found => {
        if (!found?.slug || found.slug === name) return next()
        const query = request.originalUrl.split('?')[1]
        response.setHeader('Cache-Control', 'no-store')
        response.setHeader('X-Robots-Tag', 'noindex')
        response.redirect(302, `/share/${found.slug}${query ? `?${query}` : ''}`)
      },
      // The page reports errors of the link.
      () => next(),
    )
  }
}
