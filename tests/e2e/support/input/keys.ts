import type { Locator, Page } from 'playwright-core'
import { expectVisible } from '../find.ts'
import { pollUntil } from '@daymark/testing/outside'

const isFocused = (thing: Locator) => thing.evaluate(element => element === document.activeElement)

/** Waits for the focus, which the page moves after it has rendered. */
export const expectFocused = (thing: Locator) => pollUntil(async () => expect(await isFocused(thing)).toBe(true))

/** Moves the focus with Tab; fails if the element cannot be reached. */
export async function tabTo(page: Page, thing: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expectVisible(thing)
  for (let n = 0; n < 80; n++) {
    if (await isFocused(thing.first())) return
    await page.keyboard.press(key)
  }
  throw new Error(`cannot be reached with ${key}: ${String(thing)}`)
}

export async function pressKeyOn(page: Page, thing: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, thing)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, thing: Locator, text: string): Promise<void> {
  await tabTo(page, thing)
  await page.keyboard.type(text)
}
