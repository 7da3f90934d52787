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

/**
 * Words that stand for seconds only: asked for before something shows them, done once they could be seen on the page, which takes
 * note of it itself, as whoever looks from outside may come when they are gone.
 */
export async function passing(page: Page, text: string): Promise<() => Promise<void>> {
  const watch = await page.evaluateHandle(words => {
    const { promise: seen, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (document.body.innerText.includes(words)) resolve()
      // there, and about to be shown
      else if (document.body.textContent?.includes(words)) requestAnimationFrame(look)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return { seen }
  }, text)
  return () => watch.evaluate(({ seen }) => seen)
}
