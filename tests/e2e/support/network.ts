import type { Visitor } from '@daymark/testing/outside'
import type { Page, Route } from 'playwright-core'
import type { OpenOptions, OpenedPage, DaymarkBrowser } from './browser.ts'

/** Path, query and fragment of an address in a mail, whose origin is the configured public URL. */
export function pathOf(address = ''): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

type Which = { url: string | RegExp; method?: string }
/** `times`: how many requests fail. */
type Failing = Which & { times?: number }
const concerns = (route: Route, { method }: Which) => !method || route.request().method() === method

/** Holds matching requests until the function it returns is called. */
export async function holdRequests(page: Page, which: Which) {
  let release: () => void = () => undefined
  const gate = new Promise<void>(resolve => (release = resolve))
  await page.route(which.url, async route => {
    if (concerns(route, which)) await gate
    await route.fallback()
  })
  return release
}

/** Fails matching requests with a status, a body or a network error. The function it returns ends that. */
export async function failRequests(
  page: Page,
  which: Failing,
  how: number | 'network' | { status: number; body: string },
) {
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

/** Records the requests of a page from now on as 'METHOD /path?query'. */
export function recordRequests(page: Page, pattern: RegExp): string[] {
  const seen: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    const line = `${request.method()} ${pathname}${search}`
    if (pattern.test(line)) seen.push(line)
  })
  return seen
}

/** Opens a page and waits until it receives server events, so that it misses no later change. */
export async function openWithEvents(
  browser: DaymarkBrowser,
  visitor: Visitor,
  path = '/',
  options: OpenOptions = {},
): Promise<OpenedPage> {
  const opened = await browser.open(visitor, 'about:blank', options)
  const events = opened.page.waitForResponse(`${opened.origin}/api/events`)
  await opened.page.goto(opened.origin + path)
  await events
  return opened
}

/** Opens a page that receives no server events, so that it never refreshes. */
export async function openWithoutEvents(
  browser: DaymarkBrowser,
  visitor: Visitor,
  path = '/',
  options: OpenOptions = {},
): Promise<Page> {
  const { page, origin } = await browser.open(visitor, 'about:blank', options)
  await holdRequests(page, { url: '**/api/events' })
  await page.goto(origin + path)
  return page
}
