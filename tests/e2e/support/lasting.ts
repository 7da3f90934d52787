import type { Locator, Page } from 'playwright-core'
import { pollUntil } from '@daymark/testing/outside'

/**
 * How long these words stand on the page, in milliseconds: asked for before something shows them, answered once they are gone. The
 * page measures it itself, as whoever looks from outside may come late.
 */
export async function lasting(page: Page, text: string): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(words => {
    let since: number | undefined
    const { promise: ended, resolve } = Promise.withResolvers<number>()
    new MutationObserver(() => {
      const isThere = document.body.textContent?.includes(words)
      if (isThere) since ??= performance.now()
      else if (since !== undefined) resolve(performance.now() - since)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return { ended }
  }, text)
  return () => watch.evaluate(({ ended }) => ended)
}

/**
 * That these words come to be seen there, for however short a time: asked for before something shows them, waited for after it. The
 * page looks itself; whoever looks from outside may come when they are gone.
 */
export async function coming(at: Page | Locator, text: string): Promise<() => Promise<void>> {
  const place = 'boundingBox' in at ? at : at.locator('body')
  const watch = await place.evaluateHandle((within, words) => {
    const seen: string[] = []
    let again: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(again)
      const said = [...within.querySelectorAll('*')].findLast(one => one.textContent.includes(words))
      if (!said) return
      if (said.checkVisibility()) seen.push(words)
      // a toast is there a moment before its place is opened
      else again = setTimeout(look, 20)
    }
    new MutationObserver(look).observe(within, { subtree: true, childList: true, characterData: true })
    return seen
  }, text)
  return () => pollUntil(async () => expect(await watch.jsonValue()).toContain(text))
}
