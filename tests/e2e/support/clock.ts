import type { Page } from 'playwright-core'
import { pollUntil } from '@daymark/testing/outside'

const LEAD_MS = 1000

/** No second passes on this page until `page.clock.resume()`: what stands for a moment stands until then. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await pauseClock(page)
}

/**
 * The seconds of a page whose clock is installed are the test's from here on: a busy machine takes some of its own. One that takes
 * the lead too has stopped the clock all the same, and is asked again what time it is.
 */
export const pauseClock = (page: Page): Promise<void> =>
  pollUntil(async () => page.clock.pauseAt(await page.evaluate(lead => Date.now() + lead, LEAD_MS)))
