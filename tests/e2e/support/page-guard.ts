import type { BrowserContext, ConsoleMessage } from 'playwright-core'

/**
 * What a page says of a machine that stood still for seconds, as CI's may: it asks by itself whether the server is well (L-ERR-01), and
 * the browser notes what was preloaded and is drawn late.
 */
const STANDSTILL = [
  /status of 503 .*\/api\/health\)$/,
  /Health check failed .*failed: 503/,
  /preloaded .* not used within a few seconds/,
]

/** What must not happen on any page; whatever does fails the test when it is over. */
export class PageGuard {
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = [...STANDSTILL]

  constructor(context: BrowserContext, origin: string) {
    context.on('console', message => this.#onConsole(message))
    context.on('weberror', event => this.#note(`page error: ${event.error().stack ?? event.error().message}`))
    context.on('request', request => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== origin) this.#note(`request to a third party: ${url.href}`)
    })
    // The browser reports a page that is answered 404 or 410 as an error; what it shows is tested.
    context.on('response', response => {
      if (response.request().isNavigationRequest() && [404, 410].includes(response.status()))
        this.#expected.push(new RegExp(`status of ${response.status()} .*\\(${RegExp.escape(response.url())}\\)$`))
    })
  }

  /** Failures a test brings about itself: the browser and the application write them to the console. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  problems(): string[] {
    return this.#problems.filter(problem => !this.#expected.some(pattern => pattern.test(problem)))
  }

  /** A violation of the content security policy arrives here too, as an error of the console. */
  #onConsole(message: ConsoleMessage): void {
    if (!['error', 'warning'].includes(message.type())) return
    this.#note(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}
