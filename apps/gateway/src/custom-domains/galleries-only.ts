import { errors, type Route, routes } from '@daymark/contracts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { ICON, ICON_POLICY } from '../pages/web-rules.ts'
import { guestOf } from './custom-domains.ts'

type Allowed = { methods: string[]; path: RegExp }

const READS = ['GET', 'HEAD']
/** The page of a gallery or of an upload link, that of their mails, and the files that they are made of. */
const PAGE: Allowed = { methods: READS, path: /^\/(?:share|upload)\/[A-Za-z0-9_-]+\/?$/ }
const MAILS_PAGE: Allowed = { methods: READS, path: /^\/share\/~mails\/?$/ }
const FILES: Allowed = {
  methods: READS,
  path: /^\/(?:assets\/[\w-][\w.-]*\.[a-z0-9]+|favicon\.svg|theme\.js|third-party-notices\.txt)$/,
}
const ROBOTS: Allowed = { methods: READS, path: /^\/robots\.txt$/ }

/** Where its owner's page is, if she has one. */
const HOME: Allowed = { methods: READS, path: /^\/$/ }

/** One segment, as names of files and tokens are written; what the router makes of it is checked behind this. */
const pattern = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:[A-Za-z]+/g, '[A-Za-z0-9._~%-]+')}$`)

const allows = (route: Route): Allowed => ({
  methods: route.method === 'GET' ? READS : [route.method],
  path: pattern(route),
})
const calls = Object.values(routes)
  .filter(({ auth }) => auth === 'share')
  .map(allows)
const mails = [
  MAILS_PAGE,
  FILES,
  ...[routes.getVisitorMails, routes.stopVisitorMails, routes.openVisitorMails].map(allows),
]
const allowed = [HOME, ROBOTS, PAGE, ...mails, ...calls]

/** Whether a custom domain answers it at all. Everything that is not named here is not there. */
export const isForVisitors = (method: string, url: string): boolean => isAmong(allowed, method, url)

/** Mails are turned off at a domain that shows no galleries any more, too (rule 125). */
export const isForMails = (method: string, url: string): boolean => isAmong(mails, method, url)

function isAmong(those: Allowed[], method: string, url: string): boolean {
  const [path = ''] = url.split('?')
  return those.some(one => one.methods.includes(method) && one.path.test(path))
}

/** Its own style and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For whoever typed the name of a domain and no gallery: in the manner of the gallery, light and dark as the system has it. */
export function nothingHere(response: Response): void {
  response
    .status(404)
    .set({ 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex' })
    .type('html')
    .send(NOT_FOUND_HTML)
}

const NOT_FOUND_HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No gallery here</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
  h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .5rem }
  p { margin: 0; max-width: 28rem }
</style>
<main>
  <h1>No gallery here</h1>
  <p>Please open the whole link that your photographer sent you.</p>
</main>
</html>`

/** Pages say for themselves whether they want to be found. */
const ROBOTS_TXT = 'User-agent: *\nDisallow:\n'

/** On a custom domain there is what visitors of galleries need, and nothing else (adr/0025). */
export function onlyGalleries(isHttps: boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const guest = guestOf(request)
    if (!guest) return next()
    // the subdomains of somebody's name are not ours to speak for
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    const answers = guest.ownerId === null ? isForMails : isForVisitors
    // A studio's domain does not show Daymark's icon (rule 71); without an answer browsers would report an error.
    if (request.path === ICON) return void response.set(ICON_POLICY).status(204).end()
    if (!answers(request.method, request.url)) return refuseGuest(request, response)
    if (request.path === '/robots.txt') return void response.type('txt').send(ROBOTS_TXT)
    next()
  }
}

/** Somebody who typed the name alone sees a page; programs get the plain refusal. */
export function refuseGuest(request: Request, response: Response): void {
  response.setHeader('Cache-Control', 'no-store')
  const isPage = request.method === 'GET' && request.accepts(['json', 'html']) === 'html'
  if (!isPage) throw errors.NOT_FOUND()
  nothingHere(response)
}
