import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { ConfigError } from '@daymark/platform'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { requestedRange } from '../http/send-body.ts'
import { entityTag, matchesStrongly } from '../http/entity-tags.ts'
import { rejectOtherMethods } from '../routing/route-table.ts'
import { inlineScriptHashes } from '../edge/security-headers.ts'
import { type Cookies, SESSION } from '../session/cookies.ts'
import {
  cacheControl,
  FILE_NAME,
  GALLERY,
  HASHED_FOLDER,
  ICON,
  ICON_POLICY,
  RESERVED_PREFIXES,
  SCREEN,
  versionOf,
  withMeta,
  YAML,
} from './web-rules.ts'

const HASHED = new RegExp(`[/\\\\]${HASHED_FOLDER}[/\\\\]`)
const OWN_ADDRESSES = new RegExp(`^/(${RESERVED_PREFIXES.join('|')})(/|$)`, 'i')
const SCREENS = new RegExp(SCREEN)
const METHODS = ['GET', 'HEAD', 'OPTIONS']
const FILE = new RegExp(FILE_NAME, 'i')
/** Pages that contain their first screen. */
const GALLERY_PAGE = '.server/gallery.html'
const SIGN_IN_PAGE = '.server/sign-in.html'
const SIGN_IN = '/login'
const GALLERIES = new RegExp(GALLERY)

/** Without `support` the support address is at the host of the page. */
type PageMeta = { support?: string }
type Built = {
  page: string
  galleryPage: string | undefined
  signInPage: string | undefined
  files: RequestHandler
  known: Map<string, Stats>
}

/** Serves the built React application. In a cluster a separate deployment serves it and `dir` is undefined. */
export class WebApp {
  readonly scriptHashes: string[] = []
  /** Changes with every file of the application, because the page contains their hashed names. */
  readonly version?: string
  private readonly built?: Built

  constructor(
    readonly dir: string | undefined,
    { support = '' }: PageMeta = {},
  ) {
    if (dir === undefined) return
    const page = pageIn(dir)
    this.version = versionOf(page)
    // The page compares its version with that of the server to offer a refresh (L-UPD-08).
    const withMetas = (html: string) => withMeta(withMeta(html, 'version', this.version ?? ''), 'support', support)
    const optionalPage = (name: string) => {
      const path = join(dir, name)
      return existsSync(path) ? withMetas(readFileSync(path, 'utf8')) : undefined
    }
    const [galleryPage, signInPage] = [GALLERY_PAGE, SIGN_IN_PAGE].map(optionalPage)
    this.built = {
      page: withMetas(page),
      galleryPage,
      signInPage,
      files: files(dir),
      known: filesIn(dir),
    }
    this.scriptHashes = [page, signInPage ?? ''].flatMap(inlineScriptHashes)
  }

  /** The page of every screen; undefined if a separate deployment serves it. */
  get page(): string | undefined {
    return this.built?.page
  }

  /** The page of a gallery or studio page that contains its first screen (FirstScreens). */
  get galleryPage(): string | undefined {
    return this.built?.galleryPage
  }

  /**
   * Serves a file, or the page for any other path (L-ROUTE-13), with status 404 if there is no such screen. Browsers without a session
   * receive the sign-in with its first screen. Others may be signed in, and then see the library instead.
   */
  serve(cookies: Cookies): RequestHandler {
    const { built } = this
    if (!built) return (_: Request, __: Response, next: NextFunction) => next()
    return (request: Request, response: Response, next: NextFunction) => {
      if (OWN_ADDRESSES.test(request.path)) return next()
      const isScreen = SCREENS.test(request.path)
      if (!['GET', 'HEAD'].includes(request.method)) {
        const isKnown = isScreen || built.known.has(request.path)
        return isKnown ? rejectOtherMethods(METHODS, request, response, next) : next()
      }
      applyStrictConditions(request, built.known.get(request.path))
      if (request.path === '/index.html') return sendPage(response, built.page)
      if (request.path === SIGN_IN && built.signInPage !== undefined) {
        response.vary('Cookie')
        if (cookies.read(request, SESSION) === undefined) return sendPage(response, built.signInPage)
      }
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

/**
 * `isHidden`: search engines must not index the page. `hasData`: the page contains data of a link, which a browser must not show again
 * without asking whether the link still exists.
 */
export function sendPage(
  response: Response,
  page: string,
  { isHidden = false, hasData = false, status = 200 } = {},
): void {
  const ifMatch = response.req.headers['if-match']
  if (ifMatch !== undefined && status === 200 && !matchesStrongly(ifMatch, entityTag(page)))
    return void response.status(412).end()
  if (isHidden) response.setHeader('X-Robots-Tag', 'noindex')
  response.setHeader('Cache-Control', hasData ? cacheControl.data : cacheControl.others)
  response.status(status).type('html').send(page)
}

/** Sends files that the build compressed in the best encoding the browser accepts. `compressText` compresses all others. */
function files(dir: string): RequestHandler {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const compressed = new Set(names.filter(name => COMPRESSED.test(name)).map(name => `/${name.replaceAll('\\', '/')}`))
  const send = express.static(dir, { index: false, redirect: false, setHeaders })
  return (request: Request, response: Response, next: NextFunction) => {
    const { path } = request
    if (compressed.has(`${path}.br`)) response.vary('Accept-Encoding')
    // Ranges refer to the uncompressed file.
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
 * Evaluates preconditions that serve-static does not handle as RFC 9110 requires, and removes them from the request: its tags are weak
 * and must not match If-Match or If-Range, a date in If-Range must be exact, and a malformed range, or a range of HEAD, is ignored.
 */
function applyStrictConditions({ headers, method }: IncomingMessage, file: Stats | undefined): void {
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
