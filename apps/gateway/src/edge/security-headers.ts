import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** For files that came from outside: whatever they turn out to be, they may do nothing. */
export const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox"

/** What the web application's page may load, and from where. */
export type Sources = { publicUrl: string | undefined; scripts?: string[] }

const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false

/** `scripts`: hashes of what the web application's page carries inline. */
export function securityHeaders(sources: Sources): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(sources) },
    strictTransportSecurity: isHttps(sources.publicUrl),
    // A share page's address is its key: other sites never get it, our own track call may (rule 42).
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/** The same, and what Stripe's script needs, as Stripe names it. */
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
    // React sets style attributes; a style cannot send anything anywhere as long as images stay at home.
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

/** Only scripts that run from the page itself need a hash; those with an address are our own files. */
export function inlineScriptHashes(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...inline].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}
