import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { ConfigError } from '@daymark/platform'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { parseRequestedRange, type RangeHeaders } from '../http/send-body.ts'
import { computeEntityTag, matchesStrongly } from '../http/entity-tags.ts'
import { rejectOtherMethods } from '../routing/route-table.ts'
import { inlineScriptHashes } from '../edge/security-headers.ts'
import { type Cookies, SESSION_COOKIE } from '../session/cookies.ts'
import {
  cacheControl,
  FILE_PATTERN,
  GALLERY_PATTERN,
  HASHED_FOLDER,
  ICON_PATH,
  ICON_HEADERS,
  RESERVED_PREFIXES,
  SCREEN_PATTERN,
  computePageVersion,
  fillMetaTag,
  YAML_MEDIA_TYPE,
} from './web-rules.ts'

const HASHED_FILE = new RegExp(`[/\\\\]${HASHED_FOLDER}[/\\\\]`)
const RESERVED_PATHS = new RegExp(`^/(${RESERVED_PREFIXES.join('|')})(/|$)`, 'i')
const SCREEN_PATH = new RegExp(SCREEN_PATTERN)
const FILE_METHODS = ['GET', 'HEAD', 'OPTIONS']
const FILE_PATH = new RegExp(FILE_PATTERN, 'i')
/** Pages that contain their first screen. */
const GALLERY_PAGE_FILE = '.server/gallery.html'
const SIGN_IN_PAGE_FILE = '.server/sign-in.html'
const SIGN_IN_PATH = '/login'
const GALLERY_PATH = new RegExp(GALLERY_PATTERN)

/** `support`: support address. Default: `support` at the host of the page. */
type PageMeta = { support?: string }
type BuiltApp = {
  page: string
  galleryPage: string | undefined
  signInPage: string | undefined
  files: RequestHandler
  fileStats: Map<string, Stats>
}

/** Serves the built React application. In a cluster a separate deployment serves it and `dir` is undefined. */
export class WebApp {
  readonly scriptHashes: string[] = []
  /** Changes when any file of the application changes, because the page contains the hashed names of all files. */
  readonly version?: string
  private readonly built?: BuiltApp

  constructor(
    readonly dir: string | undefined,
    { support = '' }: PageMeta = {},
  ) {
    if (dir === undefined) return
    const page = readPage(dir)
    this.version = computePageVersion(page)
    // The page compares its version with that of the server to offer a refresh (L-UPD-08).
    const addMetaTags = (html: string) =>
      fillMetaTag(fillMetaTag(html, 'version', this.version ?? ''), 'support', support)
    const readOptionalPage = (name: string) => {
      const path = join(dir, name)
      return existsSync(path) ? addMetaTags(readFileSync(path, 'utf8')) : undefined
    }
    const [galleryPage, signInPage] = [GALLERY_PAGE_FILE, SIGN_IN_PAGE_FILE].map(readOptionalPage)
    this.built = {
      page: addMetaTags(page),
      galleryPage,
      signInPage,
      files: serveFiles(dir),
      fileStats: readFileStats(dir),
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
   * Serves a file of the application, or its page for any other path (L-ROUTE-13); the status is 404 if there is no such screen. At /login,
   * a browser without a session receives the sign-in page with its first screen. Any other browser may be signed in, and the application
   * then shows the library instead.
   */
  serve(cookies: Cookies): RequestHandler {
    const { built } = this
    if (!built) return (_: Request, __: Response, next: NextFunction) => next()
    return (request: Request, response: Response, next: NextFunction) => {
      if (RESERVED_PATHS.test(request.path)) return next()
      const isScreen = SCREEN_PATH.test(request.path)
      if (!['GET', 'HEAD'].includes(request.method)) {
        const exists = isScreen || built.fileStats.has(request.path)
        return exists ? rejectOtherMethods(FILE_METHODS, request, response, next) : next()
      }
      applyStrictConditions(request, built.fileStats.get(request.path))
      if (request.path === '/index.html') return sendPage(response, built.page)
      if (request.path === SIGN_IN_PATH && built.signInPage !== undefined) {
        response.vary('Cookie')
        if (cookies.read(request, SESSION_COOKIE) === undefined) return sendPage(response, built.signInPage)
      }
      if (request.path === ICON_PATH) response.set(ICON_HEADERS)
      const { url } = request
      built.files(request, response, (error?: unknown) => {
        request.url = url
        if (error) return next(error)
        const isHidden = GALLERY_PATH.test(request.path)
        if (FILE_PATH.test(request.path) && !isHidden) return next()
        sendPage(response, built.page, { isHidden, status: isScreen ? 200 : 404 })
      })
    }
  }
}

/**
 * `isHidden`: search engines must not index the page. `hasData`: the page contains data of a link, which a browser must not show again
 * without a new request, because the link may have ended.
 */
export function sendPage(
  response: Response,
  page: string,
  { isHidden = false, hasData = false, status = 200 } = {},
): void {
  const ifMatch = response.req.headers['if-match']
  if (ifMatch !== undefined && status === 200 && !matchesStrongly(ifMatch, computeEntityTag(page)))
    return void response.status(412).end()
  if (isHidden) response.setHeader('X-Robots-Tag', 'noindex')
  response.setHeader('Cache-Control', hasData ? cacheControl.data : cacheControl.others)
  response.status(status).type('html').send(page)
}

/** Sends each file in the best encoding that the build created and the browser accepts. `compressText` compresses all other files. */
function serveFiles(dir: string): RequestHandler {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const compressedPaths = new Set(
    names.filter(name => COMPRESSED_FILE.test(name)).map(name => `/${name.replaceAll('\\', '/')}`),
  )
  const sendFile = express.static(dir, { index: false, redirect: false, setHeaders: setFileHeaders })
  return (request: Request, response: Response, next: NextFunction) => {
    const { path } = request
    if (compressedPaths.has(`${path}.br`)) response.vary('Accept-Encoding')
    // Ranges refer to the uncompressed file.
    if (request.headers.range !== undefined) return sendFile(request, response, next)
    if (compressedPaths.has(`${path}.br`) && request.acceptsEncodings('br')) request.url = `${path}.br`
    else if (compressedPaths.has(`${path}.gz`) && request.acceptsEncodings('gzip')) request.url = `${path}.gz`
    sendFile(request, response, next)
  }
}

const COMPRESSED_FILE = /\.(br|gz)$/

function setFileHeaders(response: Response, path: string): void {
  const name = path.replace(COMPRESSED_FILE, '')
  response.setHeader('Cache-Control', HASHED_FILE.test(path) ? cacheControl.hashed : cacheControl.others)
  if (name.endsWith('.yaml')) response.setHeader('Content-Type', `${YAML_MEDIA_TYPE}; charset=utf-8`)
  else response.type(extname(name))
  if (name !== path) response.setHeader('Content-Encoding', path.endsWith('.br') ? 'br' : 'gzip')
}

/**
 * Evaluates preconditions that serve-static does not handle as RFC 9110 requires, and removes them from the request. The entity tags of
 * serve-static are weak and must not match If-Match or If-Range; a date in If-Range must be exact; a malformed range, or a range of HEAD,
 * is ignored.
 */
function applyStrictConditions({ headers, method }: IncomingMessage, file: Stats | undefined): void {
  if (!file) return
  if (headers['if-match'] !== undefined && headers['if-match'].trim() !== '*') headers['if-match'] = '"none"'
  const validators = { etag: 'W/"weak"', modified: file.mtime.toUTCString() }
  if (method === 'HEAD' || parseRequestedRange(headers as RangeHeaders, file.size, validators) === 'whole')
    delete headers.range
  delete headers['if-range']
}

const readFileStats = (dir: string): Map<string, Stats> =>
  new Map(
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(name => [
      `/${name.replaceAll('\\', '/')}`,
      statSync(join(dir, name)),
    ]),
  )

function readPage(dir: string): string {
  try {
    return readFileSync(join(dir, 'index.html'), 'utf8')
  } catch {
    throw new ConfigError(
      `The setting DAYMARK_WEB_DIR is not valid: ${dir} contains no index.html. Build the web application first.`,
    )
  }
}
