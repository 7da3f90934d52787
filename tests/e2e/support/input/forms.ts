import type { Page } from 'playwright-core'
import { button, menuItem, field, link, expectVisible } from '../find.ts'
import type { SignedInUser } from '../../../support/accounts.ts'

export async function signIn(page: Page, { email, password }: Pick<SignedInUser, 'email' | 'password'>): Promise<void> {
  await field(page, 'Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign In').click()
  await expectVisible(link(page, 'Photos'))
}

/** Chooses an action from the "More actions" menu of an album. */
export async function chooseMoreAction(page: Page, name: string | RegExp): Promise<void> {
  await button(page, 'More actions').click()
  await menuItem(page, name).click()
}

/** Expands the list of share links, which is collapsed at first. */
export const expandShareLinks = (page: Page) => button(page, 'Share Links').click()

/** Accepts or dismisses the next native alert or confirmation and returns its message. */
export async function answerNativeDialog(page: Page, answer: 'accept' | 'dismiss' = 'accept'): Promise<string> {
  const dialog = await page.waitForEvent('dialog')
  await dialog[answer]()
  return dialog.message()
}
