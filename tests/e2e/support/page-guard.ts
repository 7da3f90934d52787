import type { BrowserContext, ConsoleMessage } from 'playwright-core'

/**
 * Messages of a page on a machine that was suspended for seconds: the page checks the health of the server (L-ERR-01), and the browser
 * warns about preloads that are used late.
 */
const STANDSTILL = [
  /status of 503 .*\/api\/health\)$/,
  /Health check failed .*failed: 503/,
  /preloaded .* not used within a few seconds/,
]

/** Records what must not happen on any page and fails the test at its end. */
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
    // The browser logs 404 and 410 of a navigation as errors; tests check the page that is shown.
    context.on('response', response => {
      if (response.request().isNavigationRequest() && [404, 410].includes(response.status()))
        this.#expected.push(new RegExp(`status of ${response.status()} .*\\(${RegExp.escape(response.url())}\\)$`))
    })
  }

  /** Accepts errors that the test causes and that browser and application log. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  problems(): string[] {
    return this.#problems.filter(problem => !this.#expected.some(pattern => pattern.test(problem)))
  }

  /** The browser also logs violations of the content security policy as errors. */
  #onConsole(message: ConsoleMessage): void {
    if (!['error', 'warning'].includes(message.type())) return
    this.#note(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}
