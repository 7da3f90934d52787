import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@daymark/platform'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { inlineScriptHashes } from './security-headers.ts'

/** Their names change with their content. */
const HASHED = /[/\\]assets[/\\]/
const OWN_ADDRESSES = /^\/(api|v1|media|healthz|readyz)(\/|$)/
/** A visitor's gallery is for those who have the link, not for search engines. */
const GALLERY = /^\/share\//i

/** What the page knows from its first moment. `support`: where people write to; empty: support at the host of the page. */
type Told = { version?: string; support?: string }
type Built = { page: string; files: RequestHandler }

/** The built React application, served beside the API; in a cluster it has a place of its own and this serves nothing. */
export class WebApp {
  readonly scriptHashes: string[] = []
  /** Changes whenever a file of the application does, as the page names them by content. */
  readonly version?: string
  private readonly built?: Built

  constructor(dir: string | undefined, { version, support = '' }: Told = {}) {
    if (dir === undefined) return
    const page = pageIn(dir)
    this.version = version ?? createHash('sha256').update(page).digest('hex').slice(0, 12)
    // a page that knows its version sees that the server has another one, and is not taken for old when it is new (L-UPD-08)
    this.built = { page: withMeta(withMeta(page, 'version', this.version), 'support', support), files: files(dir) }
    this.scriptHashes = inlineScriptHashes(page)
  }

  /** The page of every screen; undefined where it is served elsewhere. */
  get page(): string | undefined {
    return this.built?.page
  }

  /** A file, or the page for any address that could be a screen (L-ROUTE-13): the router in it knows which exist. */
  serve(): RequestHandler {
    const { built } = this
    if (!built) return (_: Request, __: Response, next: NextFunction) => next()
    return (request: Request, response: Response, next: NextFunction) => {
      if (!['GET', 'HEAD'].includes(request.method) || OWN_ADDRESSES.test(request.path)) return next()
      if (request.path === '/index.html') return sendPage(response, built.page)
      built.files(request, response, (error?: unknown) => {
        if (error) return next(error)
        // A missing file must be missed: a page in the place of a script only confuses the browser.
        if (/\.[a-z0-9]+$/i.test(request.path) && !GALLERY.test(request.path)) return next()
        sendPage(response, built.page, { isHidden: GALLERY.test(request.path) })
      })
    }
  }
}

const withMeta = (page: string, name: string, content: string): string =>
  page.replace(
    new RegExp(`(<meta name="daymark-${name}" content=")"`),
    (_, tag: string) => `${tag}${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )

/** `isHidden`: from search engines. */
export function sendPage(response: Response, page: string, { isHidden = false } = {}): void {
  if (isHidden) response.setHeader('X-Robots-Tag', 'noindex')
  response.setHeader('Cache-Control', 'no-cache')
  response.type('html').send(page)
}

const files = (dir: string): RequestHandler =>
  express.static(dir, {
    index: false,
    redirect: false,
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      // RFC 9512; what express knows is older.
      if (path.endsWith('.yaml')) response.setHeader('Content-Type', 'application/yaml; charset=utf-8')
    },
  })

function pageIn(dir: string): string {
  try {
    return readFileSync(join(dir, 'index.html'), 'utf8')
  } catch {
    throw new ConfigError(
      `The setting DAYMARK_WEB_DIR cannot be used: ${dir} holds no index.html; build the web application first.`,
    )
  }
}
