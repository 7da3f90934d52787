import type { Locator, Page } from 'playwright-core'
import { shown } from '../find.ts'

export const isFocused = (thing: Locator) => thing.evaluate(element => element === document.activeElement)

/** Goes there as somebody without a mouse does; fails if no number of Tabs leads there. */
export async function tabTo(page: Page, thing: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await shown(thing)
  for (let n = 0; n < 80; n++) {
    if (await isFocused(thing.first())) return
    await page.keyboard.press(key)
  }
  throw new Error(`cannot be reached with ${key}: ${String(thing)}`)
}

export async function press(page: Page, thing: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, thing)
  await page.keyboard.press(key)
}

export async function type(page: Page, thing: Locator, text: string): Promise<void> {
  await tabTo(page, thing)
  await page.keyboard.type(text)
}
