import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { sendPage, type WebApp } from '../edge/web-app.ts'
import type { Site } from '../helpers/site.ts'
import type { ShownBrand, ShownBrands } from '../hosts/shown-brands.ts'
import type { LinkAddresses } from '../link-addresses.ts'
import { presentShownBrand } from '../presenters/brand.ts'
import { soon } from '../helpers/soon.ts'
import { cardTags, closedTags } from './card-tags.ts'
import type { LinkCards } from './link-cards.ts'
import { PageHead } from './page-head.ts'
import { pageTags } from './page-tags.ts'

/** A visitor's page never waits longer for what only others read. */
const PATIENCE_MS = 500
const SHARE = /^\/share\/([^/]+)\/?$/i

type Needs = { web: WebApp; cards: LinkCards; site: Site; brands: ShownBrands; addresses: LinkAddresses }

/**
 * S-PUB-01: the page of a share link is the application's, with what link cards and search engines read in its head. It opens nothing:
 * the gallery asks by itself, and is refused where the link is over.
 */
export function sharePages({ web, cards, site, brands, addresses }: Needs): RequestHandler {
  const { page } = web
  if (page === undefined) return (_: Request, __: Response, next: NextFunction) => next()
  const head = new PageHead(page)
  const brandOf = async (token: string, request: Request) => brands.of(await addresses.ownerOf(token, request))
  return async (request, response, next) => {
    const [, token] = SHARE.exec(request.path) ?? []
    if (token === undefined || !['GET', 'HEAD'].includes(request.method)) return next()
    const [card, brand] = await Promise.all([
      soon(cards.shown(token, request), PATIENCE_MS),
      soon(brandOf(token, request), PATIENCE_MS),
    ])
    const { home, own } = site.around(request)
    const of = { site: card ? await site.ofOwner(card.ownerId, request) : own, token, studio: brand?.name }
    const tags = (card ? cardTags(card, of) : closedTags(of)) + pageTags(presented(brand, token), home)
    const text = brand ? head.ofStudio(tags) : card ? head.own(tags) : head.plain(tags)
    sendPage(response, text, { isHidden: !card?.allowIndexing })
  }
}

const presented = (brand: ShownBrand | null | undefined, token: string) => brand && presentShownBrand(brand, { token })
