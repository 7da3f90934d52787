import { type Route, routes } from '@daymark/contracts'

type Allowed = { methods: string[]; path: RegExp }

const READS = ['GET', 'HEAD']
/** The page of a gallery, of its mails or of an upload link, and the files that they are made of. */
const PAGE: Allowed = { methods: READS, path: /^\/(?:share\/~mails|(?:share|upload)\/[A-Za-z0-9_-]+)\/?$/ }
const FILES: Allowed = {
  methods: READS,
  path: /^\/(?:assets\/[\w-][\w.-]*\.[a-z0-9]+|favicon\.svg|theme\.js|robots\.txt)$/,
}

/** Where its owner's page is, if she has one. */
const HOME: Allowed = { methods: READS, path: /^\/$/ }

/** One segment, as names of files and tokens are written; what the router makes of it is checked behind this. */
const pattern = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:[A-Za-z]+/g, '[A-Za-z0-9._~%-]+')}$`)

const calls: Allowed[] = Object.values(routes)
  .filter(({ auth }) => auth === 'share')
  .map(route => ({ methods: route.method === 'GET' ? READS : [route.method], path: pattern(route) }))
const allowed = [HOME, PAGE, FILES, ...calls]

/** Whether a custom domain answers it at all. Everything that is not named here is not there. */
export function isForVisitors(method: string, url: string): boolean {
  const [path = ''] = url.split('?')
  return allowed.some(one => one.methods.includes(method) && one.path.test(path))
}
