import type { Page, Route } from 'playwright-core'

/** Of an address in a mail, which begins as the settings of the product say. */
export function pathOf(address = ''): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

type Which = { url: string | RegExp; method?: string }
/** `times`: only so many of them fail. */
type Failing = Which & { times?: number }
const concerns = (route: Route, { method }: Which) => !method || route.request().method() === method

/** Keeps matching requests waiting until they are let go. */
export async function hold(page: Page, which: Which) {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>(resolve => (letGo = resolve))
  await page.route(which.url, async route => {
    if (concerns(route, which)) await gate
    await route.fallback()
  })
  return letGo
}

/** Matching requests fail: with this status, with this body, or as if the network were gone. Answers how to mend it. */
export async function fail(page: Page, which: Failing, how: number | 'network' | { status: number; body: string }) {
  let left = which.times ?? Infinity
  const answer = async (route: Route) => {
    if (!concerns(route, which) || left-- <= 0) return route.fallback()
    if (how === 'network') return route.abort()
    return route.fulfill(
      typeof how === 'number' ? { status: how, body: '' } : { ...how, contentType: 'application/json' },
    )
  }
  await page.route(which.url, answer)
  return () => page.unroute(which.url, answer)
}

/** The requests a page makes from now on, as 'METHOD /path?query'. */
export function requestsOf(page: Page, pattern: RegExp): string[] {
  const seen: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    const line = `${request.method()} ${pathname}${search}`
    if (pattern.test(line)) seen.push(line)
  })
  return seen
}

/** The server gets the next matching request and answers, but the answer never arrives. `url` is a pattern with '*'. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.once('Fetch.requestPaused', ({ requestId }) => {
    void session
      .send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      .then(() => session.send('Fetch.disable'))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: url, requestStage: 'Response' }] })
}
