import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@daymark/platform'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { inlineScriptHashes } from './security-headers.ts'
import {
  cacheControl,
  FILE_NAME,
  GALLERY,
  HASHED_FOLDER,
  ICON,
  ICON_POLICY,
  OWN_PARTS,
  versionOf,
  withMeta,
  YAML,
} from './web-rules.ts'

const HASHED = new RegExp(`[/\\\\]${HASHED_FOLDER}[/\\\\]`)
const OWN_ADDRESSES = new RegExp(`^/(${OWN_PARTS.join('|')})(/|$)`)
const FILE = new RegExp(FILE_NAME, 'i')
const GALLERIES = new RegExp(GALLERY, 'i')

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
    this.version = version ?? versionOf(page)
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
      if (request.path === ICON) response.set(ICON_POLICY)
      built.files(request, response, (error?: unknown) => {
        if (error) return next(error)
        const isHidden = GALLERIES.test(request.path)
        if (FILE.test(request.path) && !isHidden) return next()
        sendPage(response, built.page, { isHidden })
      })
    }
  }
}

/** `isHidden`: from search engines. */
export function sendPage(response: Response, page: string, { isHidden = false } = {}): void {
  if (isHidden) response.setHeader('X-Robots-Tag', 'noindex')
  response.setHeader('Cache-Control', cacheControl.others)
  response.type('html').send(page)
}

const files = (dir: string): RequestHandler =>
  express.static(dir, {
    index: false,
    redirect: false,
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', HASHED.test(path) ? cacheControl.hashed : cacheControl.others)
      if (path.endsWith('.yaml')) response.setHeader('Content-Type', `${YAML}; charset=utf-8`)
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
