import type { Page } from 'playwright-core'

/** The next native alert or confirmation: answers what it says. It is accepted unless the test says otherwise. */
export async function says(page: Page, answer: 'accept' | 'dismiss' = 'accept'): Promise<string> {
  const dialog = await page.waitForEvent('dialog')
  await dialog[answer]()
  return dialog.message()
}
