import { type Route, routes } from '@daymark/contracts'

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
