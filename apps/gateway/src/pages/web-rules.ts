import { createHash } from 'node:crypto'

/**
 * How the web application is served, in one place for both who do it: the gateway (web-app.ts) and the image of its own
 * (deploy/images/nginx.mjs writes the same rules for nginx). tests/spec/edge/web-app.test.ts asks both the same questions.
 */
export const cacheControl = {
  /** Their names change with their content. */
  hashed: 'public, max-age=31536000, immutable',
  others: 'no-cache',
}
export const HASHED_FOLDER = 'assets'

/** First parts of addresses that are never files or pages. */
export const OWN_PARTS = ['api', 'v1', 'media', 'healthz', 'readyz']
/** Pages whose head or policy only the gateway knows: cards of links and studios, and where Stripe's script may run. */
export const GATEWAY_PAGES = ['share', 'upload', 'studio', 'billing', 'settings']

/**
 * What looks like a file and is none must be missed: a page in the place of a script only confuses the browser. Below `/.well-known/`
 * there are no files, whatever their names.
 */
export const FILE_NAME = String.raw`^(?!/\.well-known/).*\.[a-z0-9]+$`
/** A visitor's gallery, or an upload link, is for those who have the link, not for search engines. */
export const GALLERY = '^/(?:share|upload)/[^/]+/?$'
const MAIL_LINKS = 'forgot-password|reset-password|welcome|confirm-email|unsubscribe'
const DEVELOPER_PAGES = 'quickstart|authentication|endpoints|scenarios|explorer|vaul|vault|webhooks'
/**
 * The screens of apps/web/src/app/routes.tsx. Every other address gets the page too, which shows that there is no such screen, with
 * status 404. `web-rules.test.ts` compares both.
 */
export const SCREEN = `^/(?:${[
  'login|photos|albums|favorites|tags|shares|trash|watermark|settings|billing|privacy|security',
  'albums/[^/]+(?:/received)?',
  'shares/[^/]+/(?:analytics|picks|comments)|shares/selections/[^/]+',
  '(?:share|upload|studio)/[^/]+',
  `mail/(?:${MAIL_LINKS})`,
  `developers(?:/(?:${DEVELOPER_PAGES}))?`,
  'admin(?:/(?:users(?:/[^/]+)?|activity(?:/audit)?|system))?',
].join('|')})?/?$`

/**
 * Browsers ask for this icon by themselves wherever a page names none: next to a picture, a file or an error in a tab of its own, whose
 * sandboxed pages count as another origin. The header lets all of them show it.
 */
export const ICON = '/favicon.ico'
export const ICON_POLICY = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** RFC 9512; what express knows is older. */
export const YAML = 'application/yaml'

/** Changes whenever a file of the application does, as the page names them by content. */
export const versionOf = (page: string): string => createHash('sha256').update(page).digest('hex').slice(0, 12)

/** The page with what it knows from its first moment. */
export const withMeta = (page: string, name: string, content: string): string =>
  page.replace(
    new RegExp(`(<meta name="daymark-${name}" content=")"`),
    (_, tag: string) => `${tag}${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
