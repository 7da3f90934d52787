import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** For files that came from outside: whatever they turn out to be, they may do nothing. */
export const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox"

/** `scripts`: hashes of what the web application's page carries inline. */
export function securityHeaders(publicUrl: string | undefined, scripts: string[] = []): RequestHandler {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps,
    // A share page's address is its key: other sites never get it, our own track call may (rule 42).
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/** Only scripts that run from the page itself need a hash; those with an address are our own files. */
export function inlineScriptHashes(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...inline].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}
