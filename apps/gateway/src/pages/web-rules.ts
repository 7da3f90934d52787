import { createHash } from 'node:crypto'

/**
 * Rules for serving the web application, shared by the gateway (web-app.ts) and the nginx image (deploy/images/nginx.mjs generates its
 * configuration from them). tests/spec/edge/web-app.test.ts tests both.
 */
export const cacheControl = {
  /** File names contain a hash of the content. */
  hashed: 'public, max-age=31536000, immutable',
  others: 'no-cache',
  /** For pages with data of a link. From a cache, the browser would show such a page again without a request when the visitor goes back. */
  data: 'no-store',
}
export const HASHED_FOLDER = 'assets'

/** First path segments that are never files or pages. */
export const RESERVED_PREFIXES = ['api', 'v1', 'media', 'healthz', 'readyz']
/** Pages that only the gateway can generate: the sign-in depends on the session, the others have their own head or security policy. */
export const GATEWAY_PAGES = ['login', 'share', 'upload', 'studio', 'billing', 'settings']

/**
 * Matches the path of a file. The response for a missing file is 404 instead of the page, because a browser cannot use a page as a
 * script. Paths below `/.well-known/` are never files.
 */
export const FILE_PATTERN = String.raw`^(?!/\.well-known/).*\.[a-z0-9]+$`
/** Pages of galleries and upload links, which search engines must not index. */
export const GALLERY_PATTERN = '^/(?:share|upload)/[^/]+/?$'
const MAIL_PAGES = 'forgot-password|reset-password|welcome|confirm-email|unsubscribe'
const DEVELOPER_PAGES = 'quickstart|authentication|endpoints|scenarios|explorer|vaul|vault|webhooks'
/**
 * The screens of apps/web/src/app/routes.tsx. For any other path the page is sent with status 404 and shows a "not found" screen.
 * `web-rules.test.ts` compares this pattern with the routes.
 */
export const SCREEN_PATTERN = `^/(?:${[
  'login|photos|albums|favorites|tags|shares|trash|watermark|settings|billing|privacy|security',
  'albums/[^/]+(?:/received)?',
  'shares/[^/]+/(?:analytics|picks|comments)|shares/selections/[^/]+',
  '(?:share|upload|studio)/[^/]+',
  `mail/(?:${MAIL_PAGES})`,
  `developers(?:/(?:${DEVELOPER_PAGES}))?`,
  'admin(?:/(?:users(?:/[^/]+)?|activity(?:/audit)?|system))?',
].join('|')})?/?$`

/**
 * Browsers request this icon for a document that declares none, such as a picture, file or error in its own tab. These documents are
 * sandboxed and count as another origin, so the header must allow them to load the icon.
 */
export const ICON_PATH = '/favicon.ico'
export const ICON_HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** RFC 9512. Express uses an older media type. */
export const YAML_MEDIA_TYPE = 'application/yaml'

/** Changes when any file of the application changes, because the page contains the hashed names of all files. */
export const computePageVersion = (page: string): string => createHash('sha256').update(page).digest('hex').slice(0, 12)

/** Fills in a meta tag of the page. */
export const fillMetaTag = (page: string, name: string, content: string): string =>
  page.replace(
    new RegExp(`(<meta name="daymark-${name}" content=")"`),
    (_, tag: string) => `${tag}${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
