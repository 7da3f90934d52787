import type { Locator, Page } from 'playwright-core'
import { button, dialog, field, gone, list, region, shown, words } from '../find.ts'
import { pollUntil } from '@daymark/testing/outside'

/** How far a visitor's list is, under the photos. */
export const bar = (page: Page) => region(page, 'Your list')
export const heart = (page: Page, label: string) => button(page, `Choose ${label}`)
export const isChosen = (page: Page, label: string, is = true) =>
  pollUntil(async () => expect(await heart(page, label).getAttribute('aria-pressed')).toBe(String(is)))
export const chosenTiles = (page: Page) =>
  list(page, 'Photos')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Choose /, pressed: true }) })

/** Says who she is; what she pressed before is chosen. `look`: while she is asked. */
export async function begin(page: Page, name: string, look?: (form: Locator) => Promise<void>): Promise<void> {
  const form = dialog(page, 'Whose list is it?')
  await field(form, 'Your name').fill(name)
  await look?.(form)
  await button(form, 'Start Choosing').click()
  await gone(form)
}

export async function send(page: Page, photos: number, look?: () => Promise<void>): Promise<void> {
  await button(bar(page), 'Send').click()
  await look?.()
  await button(dialog(page, 'Send your list'), 'Send List').click()
  await shown(words(bar(page), new RegExp(`^Sent on .*: ${photos} photos$`)))
}

/** In a first look: wants to be told when it is complete. */
export async function waitForTheRest(page: Page, email: string): Promise<void> {
  const line = region(page, 'More is coming')
  await button(line, 'Tell me when it is complete').click()
  await field(line, /^Your e-mail/).fill(email)
  await button(line, 'Tell Me').click()
  await shown(words(line, 'You will get one mail when it is complete.'))
}
