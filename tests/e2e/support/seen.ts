import { readSeen, type Seen, VISIT_GAP_MS, writeSeen } from '@daymark/contracts'
import type { Page } from 'playwright-core'

/** Leaves the gallery that is open and comes back, as if the browser had been there at another time, or had seen less of it. */
async function comeBack(page: Page, change: (seen: Seen) => Partial<Seen>, to = page.url()): Promise<void> {
  const address = page.url()
  // nothing is under way that could tell the browser something else meanwhile
  await page.goto('about:blank')
  const context = page.context()
  const cookie = (await context.cookies(address)).find(({ name }) => name.includes('daymark_seen_'))
  const seen = readSeen(cookie?.value)
  if (!cookie || !seen) throw new Error('the browser knows nothing of this gallery')
  await context.addCookies([{ ...cookie, value: writeSeen({ ...seen, ...change(seen) }) }])
  await page.goto(to)
}

/** For the browser half an hour has passed: it is the next visit, by this address. */
export const halfAnHourLater = (page: Page, to?: string) => comeBack(page, ({ at }) => ({ at: at - VISIT_GAP_MS }), to)
/** It was there before anything of the gallery was. */
export const cameBefore = (page: Page) => comeBack(page, () => ({ since: 0 }))
