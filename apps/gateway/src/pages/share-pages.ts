import { anonymous, AppError, sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { optionalWithin } from '@daymark/platform'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { sendPage, type WebApp } from './web-app.ts'
import type { Site } from '../custom-domains/public-urls.ts'
import type { ShownBrand, ShownBrands } from '../custom-domains/studio-brands.ts'
import type { LinkAddresses } from '../visitors/link-resolver.ts'
import { presentShownBrand } from '../presenters/account.ts'
import { PageHead, pageTags } from './page-head.ts'
import { cardTags, closedTags, type PageOf, uploadTags } from './card-tags.ts'
import type { LinkCards, ShownCard } from './link-cards.ts'

const SHARE = /^\/share\/([^/]+)\/?$/
/** That of an upload link says whose it is, and nothing else. */
const UPLOAD = /^\/upload\/([^/]+)\/?$/

/** `patienceMs`: a visitor's page never waits longer for what only others read. */
type Needs = {
  web: WebApp
  cards: LinkCards
  site: Site
  brands: ShownBrands
  addresses: LinkAddresses
  rpc: RpcClient
  patienceMs: number
}
type Found = { card?: ShownCard; status: number }

/**
 * S-PUB-01: the page of a share link is the application's, with what link cards and search engines read in its head. It opens nothing:
 * the gallery asks by itself, and is refused where the link is over. Of an unknown link the page comes with 404, of one that is over
 * with 410; where nobody could say in time, with 200.
 */
export function sharePages({ web, cards, site, brands, addresses, rpc, patienceMs }: Needs): RequestHandler {
  const { page } = web
  if (page === undefined) return (_: Request, __: Response, next: NextFunction) => next()
  const head = new PageHead(page)
  return async (request, response, next) => {
    const { token, isUpload } = addressed(request)
    if (token === undefined) return next()
    const look = async (): Promise<Found> => {
      if (!isUpload) return { card: await cards.shown(token, request), status: 200 }
      await rpc.call(sharing.openUploadLink, { token }, anonymous)
      return { status: 200 }
    }
    const isLink = !token.startsWith('~')
    const [{ card, status } = { status: 200 }, brand] = await Promise.all([
      isLink ? optionalWithin(look().catch(refused), patienceMs) : undefined,
      brands.inTime(addresses.ownerOf(token, request), request),
    ])
    const { home, own } = site.around(request)
    const of = { site: card ? await site.ofOwner(card.ownerId, request) : own, token, studio: brand?.name }
    const tags = headOf(card, of, isUpload) + pageTags(presented(brand, token), home)
    const text = brand ? head.ofStudio(tags) : card || isUpload ? head.own(tags) : head.plain(tags)
    sendPage(response, text, { isHidden: !card?.allowIndexing, status })
  }
}

/** A gallery with a password is there. */
function refused(error: unknown): Found {
  const isGone = error instanceof AppError && (error.status === 404 || error.status === 410)
  return { status: isGone ? error.status : 200 }
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

const presented = (brand: ShownBrand | null | undefined, token: string) => brand && presentShownBrand(brand, { token })
