import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { ConfigError } from '@daymark/platform'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { requestedRange } from '../http/byte-range.ts'
import { entityTag, matchesStrongly } from '../http/entity-tags.ts'
import { refuseOtherMethods } from '../routing/route-table.ts'
import { inlineScriptHashes } from '../edge/security-headers.ts'
import {
  cacheControl,
  FILE_NAME,
  GALLERY,
  HASHED_FOLDER,
  ICON,
  ICON_POLICY,
  OWN_PARTS,
  SCREEN,
  versionOf,
  withMeta,
  YAML,
} from './web-rules.ts'

const HASHED = new RegExp(`[/\\\\]${HASHED_FOLDER}[/\\\\]`)
const OWN_ADDRESSES = new RegExp(`^/(${OWN_PARTS.join('|')})(/|$)`, 'i')
const SCREENS = new RegExp(SCREEN)
const METHODS = ['GET', 'HEAD', 'OPTIONS']
const FILE = new RegExp(FILE_NAME, 'i')
const GALLERIES = new RegExp(GALLERY)

/** What the page knows from its first moment. `support`: where people write to; empty: support at the host of the page. */
type Told = { version?: string; support?: string }
type Built = { page: string; files: RequestHandler; known: Map<string, Stats> }

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
    this.built = {
      page: withMeta(withMeta(page, 'version', this.version), 'support', support),
      files: files(dir),
      known: filesIn(dir),
    }
    this.scriptHashes = inlineScriptHashes(page)
  }

  /** The page of every screen; undefined where it is served elsewhere. */
  get page(): string | undefined {
    return this.built?.page
  }

  /** A file, or the page for any other address (L-ROUTE-13), with 404 where it has no screen. */
  serve(): RequestHandler {
    const { built } = this
    if (!built) return (_: Request, __: Response, next: NextFunction) => next()
    return (request: Request, response: Response, next: NextFunction) => {
      if (OWN_ADDRESSES.test(request.path)) return next()
      const isScreen = SCREENS.test(request.path)
      if (!['GET', 'HEAD'].includes(request.method)) {
        const isKnown = isScreen || built.known.has(request.path)
        return isKnown ? refuseOtherMethods(METHODS, request, response, next) : next()
      }
      readStrictly(request, built.known.get(request.path))
      if (request.path === '/index.html') return sendPage(response, built.page)
      if (request.path === ICON) response.set(ICON_POLICY)
      const { url } = request
      built.files(request, response, (error?: unknown) => {
        request.url = url
        if (error) return next(error)
        const isHidden = GALLERIES.test(request.path)
        if (FILE.test(request.path) && !isHidden) return next()
        sendPage(response, built.page, { isHidden, status: isScreen ? 200 : 404 })
      })
    }
  }
}

/** `isHidden`: from search engines. */
export function sendPage(response: Response, page: string, { isHidden = false, status = 200 } = {}): void {
  const ifMatch = response.req.headers['if-match']
  if (ifMatch !== undefined && status === 200 && !matchesStrongly(ifMatch, entityTag(page)))
    return void response.status(412).end()
  if (isHidden) response.setHeader('X-Robots-Tag', 'noindex')
  response.setHeader('Cache-Control', cacheControl.others)
  response.status(status).type('html').send(page)
}

/** What the build compressed is sent in the best encoding that the browser accepts; everything else is compressed by compressText. */
function files(dir: string): RequestHandler {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const compressed = new Set(names.filter(name => COMPRESSED.test(name)).map(name => `/${name.replaceAll('\\', '/')}`))
  const send = express.static(dir, { index: false, redirect: false, setHeaders })
  return (request: Request, response: Response, next: NextFunction) => {
    const { path } = request
    if (compressed.has(`${path}.br`)) response.vary('Accept-Encoding')
    // A range is one of the plain file.
    if (request.headers.range !== undefined) return send(request, response, next)
    if (compressed.has(`${path}.br`) && request.acceptsEncodings('br')) request.url = `${path}.br`
    else if (compressed.has(`${path}.gz`) && request.acceptsEncodings('gzip')) request.url = `${path}.gz`
    send(request, response, next)
  }
}

const COMPRESSED = /\.(br|gz)$/

function setHeaders(response: Response, path: string): void {
  const name = path.replace(COMPRESSED, '')
  response.setHeader('Cache-Control', HASHED.test(path) ? cacheControl.hashed : cacheControl.others)
  if (name.endsWith('.yaml')) response.setHeader('Content-Type', `${YAML}; charset=utf-8`)
  else response.type(extname(name))
  if (name !== path) response.setHeader('Content-Encoding', path.endsWith('.br') ? 'br' : 'gzip')
}

/**
 * Before serve-static looks at the conditions of a request, what it reads otherwise than RFC 9110 is taken out: its tags are weak, which
 * neither If-Match nor If-Range may match; a date of If-Range must be exact; a range that is malformed, or of HEAD, does not count.
 */
function readStrictly({ headers, method }: IncomingMessage, file: Stats | undefined): void {
  if (!file) return
  if (headers['if-match'] !== undefined && headers['if-match'].trim() !== '*') headers['if-match'] = '"none"'
  const validators = { etag: 'W/"weak"', modified: file.mtime.toUTCString() }
  if (method === 'HEAD' || requestedRange(headers as Conditions, file.size, validators) === 'whole')
    delete headers.range
  delete headers['if-range']
}
type Conditions = { range?: string; 'if-range'?: string }

const filesIn = (dir: string): Map<string, Stats> =>
  new Map(
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(name => [
      `/${name.replaceAll('\\', '/')}`,
      statSync(join(dir, name)),
    ]),
  )

function pageIn(dir: string): string {
  try {
    return readFileSync(join(dir, 'index.html'), 'utf8')
  } catch {
    throw new ConfigError(
      `The setting DAYMARK_WEB_DIR is not valid: ${dir} contains no index.html. Build the web application first.`,
    )
  }
}
