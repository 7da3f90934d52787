import type { Page } from 'playwright-core'
import { button, dialog, field, expectHidden, region, expectVisible, byText } from '../find.ts'
import { pollUntil } from '@daymark/testing/outside'

/** The bar under the photos that shows the state of the visitor's pick list. */
export const picksBar = (page: Page) => region(page, 'Your list')
export const pickButton = (page: Page, label: string) => button(page, `Choose ${label}`)
export const expectPicked = (page: Page, label: string, is = true) =>
  pollUntil(async () => expect(await pickButton(page, label).getAttribute('aria-pressed')).toBe(String(is)))

/** Enters the visitor's name after the first pick. */
export async function startPicking(page: Page, name: string): Promise<void> {
  const form = dialog(page, 'Who is choosing?')
  await field(form, 'Your name').fill(name)
  await button(form, 'Start Choosing').click()
  await expectHidden(form)
}

export async function sendPicks(page: Page, photos: number): Promise<void> {
  await button(picksBar(page), 'Send').click()
  await button(dialog(page, 'Send your list'), 'Send List').click()
  await expectVisible(byText(picksBar(page), new RegExp(`^Sent on .*: ${photos} photos$`)))
}

/** Leaves an address for the mail that announces that a first look was completed. */
export async function subscribeToCompletion(page: Page, email: string): Promise<void> {
  const line = region(page, 'More photos are coming')
  await button(line, 'Notify me when the gallery is complete').click()
  await field(line, 'Your email address').fill(email)
  await button(line, 'Notify Me').click()
  await expectVisible(byText(line, 'We will send you one email when the gallery is complete.'))
}
