import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Response headers that keep search engines from indexing a response. */
export const NOINDEX_HEADERS = { 'X-Robots-Tag': 'noindex' }

/** Policy for uploaded files: whatever they contain, they cannot run scripts. */
export const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox"

/** What the web application's page may load, and from where. */
export type PageSources = { publicUrl: string | undefined; scripts?: string[] }

const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false

/** `scripts` are the hashes of the inline scripts of the web application's page. */
export function securityHeaders(sources: PageSources): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: createPageDirectives(sources) },
    strictTransportSecurity: isHttps(sources.publicUrl),
    // The URL of a share page contains its secret token. Only same-origin requests receive it, such as the visit tracker (rule 42).
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/** The content security policy of pages with card forms. It adds the sources that Stripe documents for its script. */
export function stripePolicy(sources: PageSources): RequestHandler {
  const ownDirectives = createPageDirectives(sources)
  const stripeSources = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...ownDirectives,
      scriptSrc: [...ownDirectives.scriptSrc, ...stripeSources],
      frameSrc: [...stripeSources, 'https://hooks.stripe.com'],
      connectSrc: [...ownDirectives.connectSrc, 'https://api.stripe.com'],
      imgSrc: [...ownDirectives.imgSrc, 'https://*.stripe.com'],
    },
  })
}

function createPageDirectives({ publicUrl, scripts = [] }: PageSources) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts],
    // React sets style attributes. Styles cannot send data elsewhere because images load from this origin only.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'blob:', 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(isHttps(publicUrl) && { upgradeInsecureRequests: [] }),
  }
}

/** Only inline scripts need a hash; scripts with a URL are allowed by 'self'. */
export function inlineScriptHashes(html: string): string[] {
  const inlineScripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...inlineScripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}
