import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { sendPage, type WebApp } from '../edge/web-app.ts'
import type { Site } from '../helpers/site.ts'
import { soon } from '../helpers/soon.ts'
import { cardTags, closedTags } from './card-tags.ts'
import type { LinkCards } from './link-cards.ts'

/** A visitor's page never waits longer for what only others read. */
const PATIENCE_MS = 500
const SHARE = /^\/share\/([^/]+)\/?$/i
const OWN_TAGS = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g

type Needs = { web: WebApp; cards: LinkCards; site: Site }

/**
 * S-PUB-01: the page of a share link is the application's, with what link cards and search engines read in its head. It opens nothing:
 * the gallery asks by itself, and is refused where the link is over.
 */
export function sharePages({ web, cards, site }: Needs): RequestHandler {
  const { page } = web
  if (page === undefined) return (_: Request, __: Response, next: NextFunction) => next()
  const bare = page.replaceAll(OWN_TAGS, '')
  return async (request, response, next) => {
    const [, token] = SHARE.exec(request.path) ?? []
    if (token === undefined || !['GET', 'HEAD'].includes(request.method)) return next()
    const card = await soon(cards.shown(token, request), PATIENCE_MS)
    const of = { site: card ? await site.ofOwner(card.ownerId, request) : site.of(request), token }
    const text = card ? withHead(bare, cardTags(card, of)) : withHead(page, closedTags(of))
    sendPage(response, text, { isHidden: !card?.allowIndexing })
  }
}

/** Cut and put together, never replaced: a title may hold what a replacement would take for a pattern. */
function withHead(page: string, tags: string): string {
  const at = /<meta charset[^>]*>/i.exec(page) ?? /<!doctype html>/i.exec(page)
  const end = at ? at.index + at[0].length : 0
  return page.slice(0, end) + tags + page.slice(end)
}
