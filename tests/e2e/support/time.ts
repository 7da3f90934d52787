import type { Page, Locator } from 'playwright-core'
import { pollUntil } from '@daymark/testing/outside'

const LEAD_MS = 1000

/** Stops the clock of the page until `page.clock.resume()`: what disappears after a while stays. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await pauseClock(page)
}

/**
 * Pauses a clock that is installed; from then on only the test advances it. `pauseAt` refuses a time that has passed, which happens on a
 * busy machine, so it is called with a later time again.
 */
export const pauseClock = (page: Page): Promise<void> =>
  pollUntil(async () => page.clock.pauseAt(await page.evaluate(lead => Date.now() + lead, LEAD_MS)))

/**
 * Waits for a text that may be visible for a moment only, such as a toast. Call it before the action that shows the text, and call the
 * function it returns after the action. An observer in the page notes the text; a test that polls could miss it.
 */
export async function eventuallyVisible(at: Page | Locator, text: string): Promise<() => Promise<void>> {
  const place = 'boundingBox' in at ? at : at.locator('body')
  const watch = await place.evaluateHandle((within, words) => {
    const seen: string[] = []
    const check = () => {
      const match = [...within.querySelectorAll('*')].findLast(one => one.textContent.includes(words))
      if (match?.checkVisibility()) seen.push(words)
    }
    new MutationObserver(check).observe(within, { subtree: true, childList: true, characterData: true })
    // A toast is rendered before its popover opens. A timer could not wait for it, because tests stop the clock of the page.
    within.addEventListener('toggle', check, true)
    return seen
  }, text)
  return () => pollUntil(async () => expect(await watch.jsonValue()).toContain(text))
}
