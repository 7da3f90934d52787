import type { Page } from 'playwright-core'

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
