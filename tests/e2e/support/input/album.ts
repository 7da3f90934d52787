import type { Page } from 'playwright-core'
import { button, menuItem } from '../find.ts'

/** What is rarely done with an album waits behind one button. */
export async function rareAction(page: Page, name: string | RegExp): Promise<void> {
  await button(page, 'More actions').click()
  await menuItem(page, name).click()
}

/** The links of the album, folded to one line until somebody wants them. */
export const unfoldLinks = (page: Page) => button(page, 'Share Links').click()
