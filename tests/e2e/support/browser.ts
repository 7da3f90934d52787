import { join } from 'node:path'
import { POLL_TIMEOUT_MS, type Visitor } from '@daymark/testing/outside'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { type Daymark, startDaymark, workerResource } from '../../support/daymark.ts'
import { PageGuard } from './page-guard.ts'

export const builtWeb = join(import.meta.dirname, '../../../apps/web/dist')

export type OpenOptions = {
  /** Default: a desktop of 1280 x 800. */
  device?: 'desktop' | 'phone'
  scheme?: 'light' | 'dark'
  width?: number
  /** Another host name of the product; browsers resolve .localhost names themselves. */
  host?: string
  /** Requests that the offline worker makes cannot be held or failed by a test, so most pages do without one. */
  hasWorker?: boolean
} & Pick<BrowserContextOptions, 'permissions' | 'timezoneId' | 'hasTouch' | 'userAgent'>

type Settings = () => Record<string, string>

/** A page and the guard that records its errors. */
export type OpenedPage = { page: Page; context: BrowserContext; guard: PageGuard; origin: string }

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>

/**
 * A running product with the built web application, and the browser of this worker. Pages are closed after each test; a test fails if its
 * page logged an error, violated the content security policy or requested another origin.
 */
export class DaymarkBrowser {
  readonly #settings: Settings | undefined
  #daymark: Daymark | undefined
  #browser: Browser | undefined
  #opened: OpenedPage[] = []

  constructor(settings: Settings | undefined) {
    this.#settings = settings
  }

  get daymark(): Daymark {
    if (!this.#daymark) throw new Error('the product has not been started')
    return this.#daymark
  }

  async start(): Promise<void> {
    this.#daymark = await startDaymark({ env: { DAYMARK_WEB_DIR: builtWeb, ...this.#settings?.() } })
    this.#browser = await chromium.connect(await workerResource('browser'))
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#daymark?.stop()
  }

  /** Opens a new browser context: with the session of `visitor`, or signed out if it is null. */
  async open(visitor: Visitor | null, path: string, options: OpenOptions = {}): Promise<OpenedPage> {
    const { device = 'desktop', scheme = 'light', width, host, hasWorker = false, ...rest } = options
    const { viewport, ...kind } = devices[device]
    const address = new URL(this.daymark.url)
    if (host) address.hostname = host
    const { origin } = address
    const context = await this.#browserOrFail().newContext({
      baseURL: origin,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...kind,
      ...rest,
      viewport: { ...viewport, width: width ?? viewport.width },
    })
    context.setDefaultTimeout(POLL_TIMEOUT_MS)
    context.setDefaultNavigationTimeout(30_000)
    if (!hasWorker) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    const guard = new PageGuard(context, origin)
    if (visitor) await context.addCookies(visitor.jar().map(cookie => ({ ...cookie, url: this.daymark.url })))
    // The session check returns 401 when signed out, which the browser logs.
    else guard.expect(/status of 401 .*\/api\/auth\/me/)
    const page = await context.newPage()
    const opened = { page, context, guard, origin }
    this.#opened.push(opened)
    await page.goto(path)
    // Until then a gallery shows what the gateway rendered, which the application replaces.
    await page.locator('#first-screen').waitFor({ state: 'detached' })
    return opened
  }

  async closePages(): Promise<void> {
    const opened = this.#opened.splice(0)
    const problems = opened.flatMap(({ guard }) => guard.problems())
    await Promise.all(opened.map(({ context }) => context.close()))
    if (problems.length) throw new Error(`the page did what it must not:\n${problems.join('\n')}`)
  }

  #browserOrFail(): Browser {
    if (!this.#browser) throw new Error('the browser has not been started')
    return this.#browser
  }
}

/** Starts a product and a browser for a test file. Call it once at the top of the file. */
export function setUpBrowser(settings?: Settings): DaymarkBrowser {
  const browser = new DaymarkBrowser(settings)
  beforeAll(() => browser.start())
  afterEach(() => browser.closePages())
  afterAll(() => browser.stop())
  return browser
}
