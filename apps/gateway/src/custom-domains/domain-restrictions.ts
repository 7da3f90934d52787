import { errors, type Route, routes } from '@daymark/contracts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { acceptsHtml, sendPlainPage } from '../pages/plain-page.ts'
import { ICON_PATH, ICON_HEADERS } from '../pages/web-rules.ts'
import { customDomainOf } from './custom-domains.ts'

type AllowedRequest = { methods: string[]; path: RegExp }

const READ_METHODS = ['GET', 'HEAD']
/** The pages of galleries and upload links, the page on which visitors stop emails, and the files that these pages load. */
const GALLERY_PAGE: AllowedRequest = { methods: READ_METHODS, path: /^\/(?:share|upload)\/[A-Za-z0-9_-]+\/?$/ }
const MAIL_SETTINGS_PAGE: AllowedRequest = { methods: READ_METHODS, path: /^\/share\/~mails\/?$/ }
const PAGE_FILES: AllowedRequest = {
  methods: READ_METHODS,
  path: /^\/(?:assets\/[\w-][\w.-]*\.[a-z0-9]+|favicon\.svg|theme\.js|third-party-notices\.txt)$/,
}
const ROBOTS_FILE: AllowedRequest = { methods: READ_METHODS, path: /^\/robots\.txt$/ }

/** The studio page of the owner, if there is one. */
const STUDIO_HOME_PAGE: AllowedRequest = { methods: READ_METHODS, path: /^\/$/ }

/**
 * The pattern of a route's path. A parameter matches one segment of characters that file names and tokens contain; the router checks the
 * value later.
 */
const toPattern = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:[A-Za-z]+/g, '[A-Za-z0-9._~%-]+')}$`)

const toAllowedRequest = (route: Route): AllowedRequest => ({
  methods: route.method === 'GET' ? READ_METHODS : [route.method],
  path: toPattern(route),
})
const shareRequests = Object.values(routes)
  .filter(({ auth }) => auth === 'share')
  .map(toAllowedRequest)
const mailRequests = [
  MAIL_SETTINGS_PAGE,
  PAGE_FILES,
  ...[routes.getVisitorMails, routes.stopVisitorMails, routes.openVisitorMails].map(toAllowedRequest),
]
const visitorRequests = [STUDIO_HOME_PAGE, ROBOTS_FILE, GALLERY_PAGE, ...mailRequests, ...shareRequests]

/** Whether a custom domain serves the request. All other requests receive a 404 response. */
const isVisitorRequest = (method: string, url: string): boolean => matchesAny(visitorRequests, method, url)

/** Unsubscribing from emails also works on a domain that no longer shows galleries (rule 125). */
const isMailRequest = (method: string, url: string): boolean => matchesAny(mailRequests, method, url)

function matchesAny(rules: AllowedRequest[], method: string, url: string): boolean {
  const [path = ''] = url.split('?')
  return rules.some(rule => rule.methods.includes(method) && rule.path.test(path))
}

/** Allows all crawlers. Pages that must not be indexed have an X-Robots-Tag header instead. */
const ROBOTS_TXT = 'User-agent: *\nDisallow:\n'

/** A custom domain serves only what visitors of galleries need (docs/adr/0025-custom-domains.md). */
export function restrictCustomDomain(isHttps: boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const domain = customDomainOf(request)
    if (!domain) return next()
    // Without includeSubDomains: the subdomains belong to the studio.
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    const isServed = domain.ownerId === null ? isMailRequest : isVisitorRequest
    // A custom domain does not show Daymark's icon (rule 71). The response is 204, because browsers report a 404 as an error.
    if (request.path === ICON_PATH) return void response.set(ICON_HEADERS).status(204).end()
    if (!isServed(request.method, request.url)) return rejectOnCustomDomain(request, response)
    if (request.path === '/robots.txt') return void response.type('txt').send(ROBOTS_TXT)
    next()
  }
}

/** Sends a page to visitors who open a custom domain without the address of a gallery. Throws NOT_FOUND for API clients. */
export function rejectOnCustomDomain(request: Request, response: Response): void {
  response.setHeader('Cache-Control', 'no-store')
  if (request.method !== 'GET' || !acceptsHtml(request)) throw errors.NOT_FOUND()
  sendPlainPage(response.status(404), {
    title: 'No gallery here',
    css: 'p { margin: 0; max-width: 28rem }',
    content: '<p>Please open the whole link that your photographer sent you.</p>',
  })
}
