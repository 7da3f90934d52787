import type { Locator, Page } from 'playwright-core'
import { button, menuItem, shown } from '../find.ts'
import { pollUntil } from '@daymark/testing/outside'

export const isFocused = (thing: Locator) => thing.evaluate(element => element === document.activeElement)

/** Waits for the focus: a page moves it when it has drawn, which may be after what was pressed is done. */
export const focused = (thing: Locator) => pollUntil(async () => expect(await isFocused(thing)).toBe(true))

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

/** Takes an item of a menu: arrow keys walk there, and Tab, which would close it, is not pressed. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, button(page, menu))
  const wanted = menuItem(page, item)
  await pollUntil(async () => {
    // the menu takes the focus shortly after it is seen; until then the key moves nothing
    if (!(await isFocused(wanted))) await page.keyboard.press('ArrowDown')
    expect(await isFocused(wanted)).toBe(true)
  })
  await page.keyboard.press('Enter')
}
