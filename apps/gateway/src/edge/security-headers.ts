import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Policy for uploaded files: whatever they contain, they cannot run scripts. */
export const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox"

/** What the web application's page may load, and from where. */
export type Sources = { publicUrl: string | undefined; scripts?: string[] }

const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false

/** `scripts` are the hashes of the inline scripts of the web application's page. */
export function securityHeaders(sources: Sources): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(sources) },
    strictTransportSecurity: isHttps(sources.publicUrl),
    // The URL of a share page contains its secret token. Only same-origin requests receive it, such as the visit tracker (rule 42).
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/** The content security policy of pages with card forms. It adds the sources that Stripe documents for its script. */
export function stripePolicy(sources: Sources): RequestHandler {
  const own = directives(sources)
  const frames = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...own,
      scriptSrc: [...own.scriptSrc, ...frames],
      frameSrc: [...frames, 'https://hooks.stripe.com'],
      connectSrc: [...own.connectSrc, 'https://api.stripe.com'],
      imgSrc: [...own.imgSrc, 'https://*.stripe.com'],
    },
  })
}

function directives({ publicUrl, scripts = [] }: Sources) {
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
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...inline].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}
