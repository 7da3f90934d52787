import { patience } from '@daymark/testing/patience'
import { join } from 'node:path'
import type { Visitor } from '@daymark/testing/outside'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { install } from '../../support/installation.ts'
import { Guard } from './stages/guard.ts'
import { connectTo, workerStage, type Product } from './stages/product.ts'

export const builtWeb = join(import.meta.dirname, '../../../apps/web/dist')

export type Look = {
  /** Default: a desktop of 1280 x 800. */
  device?: 'desktop' | 'phone'
  scheme?: 'light' | 'dark'
  width?: number
  /** Another name of the same place; browsers find whatever ends in .localhost without asking. */
  host?: string
  /** Requests that the offline worker makes cannot be held or failed by a test, so most pages do without one. */
  hasWorker?: boolean
} & Pick<BrowserContextOptions, 'permissions' | 'timezoneId' | 'hasTouch' | 'userAgent'>

type Settings = () => Record<string, string>

/** A page and what watches over it. */
export type Opened = { page: Page; context: BrowserContext; guard: Guard; origin: string }

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>

/**
 * The built product and the browser of this worker, which the files before and after this one use too: people, photos and links
 * are made by the file that needs them. With settings the product is the file's own.
 * A page is closed when its test is over, and the test fails if the page did anything it must not.
 */
export class Stage {
  readonly #settings: Settings | undefined
  #daymark: Product | undefined
  #browser: Browser | undefined
  #end: (() => Promise<void>) | undefined
  #opened: Opened[] = []

  constructor(settings: Settings | undefined) {
    this.#settings = settings
  }

  get daymark(): Product {
    if (!this.#daymark) throw new Error('the product has not been started')
    return this.#daymark
  }

  async start(): Promise<void> {
    const worker = await workerStage()
    const settings = this.#settings?.()
    const { product, end } = await (settings ? ownProduct(settings) : connectTo(worker))
    this.#daymark = product
    this.#end = end
    this.#browser = await chromium.connect(worker.browser)
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#end?.()
  }

  /** A new window without history. A visitor of the server brings the session along; null has none. */
  async open(visitor: Visitor | null, path: string, look: Look = {}): Promise<Opened> {
    const { device = 'desktop', scheme = 'light', width, host, hasWorker = false, ...rest } = look
    const { viewport, ...kind } = devices[device]
    const place = new URL(this.daymark.url)
    if (host) place.hostname = host
    const { origin } = place
    const context = await this.#browserOrFail().newContext({
      baseURL: origin,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...kind,
      ...rest,
      viewport: { ...viewport, width: width ?? viewport.width },
    })
    context.setDefaultTimeout(patience(10_000))
    context.setDefaultNavigationTimeout(patience(30_000))
    if (!hasWorker) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    const guard = new Guard(context, origin)
    if (visitor) await context.addCookies(visitor.jar().map(cookie => ({ ...cookie, url: this.daymark.url })))
    // Asking who is signed in answers 401 to a stranger, and the browser notes that.
    else guard.expect(/status of 401 .*\/api\/auth\/me/)
    const page = await context.newPage()
    const opened = { page, context, guard, origin }
    this.#opened.push(opened)
    await page.goto(path)
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

async function ownProduct(settings: Record<string, string>) {
  const product = await install('memory', { DAYMARK_WEB_DIR: builtWeb, ...settings })
  return { product, end: product.stop }
}

/** Call it once at the top of a test file; with settings where the file must have a product of its own. */
export function setStage(settings?: Settings): Stage {
  const stage = new Stage(settings)
  beforeAll(() => stage.start(), 60_000)
  afterEach(() => stage.closePages())
  afterAll(() => stage.stop(), 30_000)
  return stage
}
