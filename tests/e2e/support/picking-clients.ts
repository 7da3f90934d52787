import type { Mailbox } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import { button, dialog, field, expectHidden, expectCount, menuItem, expectVisible, byText } from './find.ts'
import { scrollToPhotos } from './grid.ts'
import {
  picksBar,
  startPicking,
  pickedTiles,
  pickButton,
  expectPicked,
  sendPicks,
  subscribeToCompletion,
} from './input/picks.ts'
import { pathOf } from './network.ts'
import type { DaymarkBrowser } from './browser.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Clicks the hearts of these photos and enters the name in the dialog. */
async function pick(page: Page, name: string, [first, ...others]: string[], step: string) {
  await pickButton(page, first ?? '').click()
  await startPicking(page, name, () => snapshot(page, `${step}-whose-list`))
  for (const photo of others) await pickButton(page, photo).click()
  for (const photo of others) await expectPicked(page, photo)
}
async function sendList(page: Page, step: string) {
  await sendPicks(page, 3, () => snapshot(page, `${step}-send`))
  await snapshot(page, `${step}-sent`)
}

/** Picks on a computer, adds a note to one photo and a comment at a place in it. */
export async function pickOnDesktop(page: Page) {
  await expectVisible(byText(page, '6 photos'))
  await snapshot(page, '05-anna-first-look')
  await subscribeToCompletion(page, 'anna@example.org')
  await pick(page, 'Anna', ['Photo 1', 'Photo 2', 'Photo 4'], '06-anna')
  await button(page, 'Open Photo 1').click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Write a note').click()
  const note = dialog(page, 'Note about this photo')
  await field(note, 'For the photographer').fill('In black and white, please')
  await snapshot(page, '07-anna-note')
  await button(note, 'Save Note').click()
  await expectHidden(note)
  await button(viewer, 'Comments').click()
  await field(viewer, 'Your comment').fill('Could the wall be darker here?')
  await button(viewer, 'Mark a Position').click()
  await snapshot(page, '08-anna-comment')
  await button(viewer, 'Send').click()
  await expectVisible(button(viewer, /^Comment 1: Could the wall/))
  await snapshot(page, '09-anna-commented')
  await button(viewer, 'Close').click()
  await expectHidden(viewer)
  await snapshot(page, '10-anna-picks')
  await sendList(page, '11-anna')
}

/** Picks on a phone, sends the personal link by mail, and continues on a computer. */
export async function pickOnPhoneThenDesktop(browser: DaymarkBrowser, mailbox: Mailbox, phone: Page) {
  await expectVisible(byText(phone, '6 photos'))
  await snapshot(phone, '12-ben-phone-first-look')
  await subscribeToCompletion(phone, 'ben@example.org')
  await scrollToPhotos(phone)
  await pick(phone, 'Ben', ['Photo 2', 'Photo 3'], '13-ben-phone')
  await snapshot(phone, '14-ben-phone-picks')
  await button(phone, 'Open Photo 2').tap()
  await snapshot(phone, '15-ben-phone-viewer')
  await button(dialog(phone, 'Photo viewer'), 'Close').tap()
  await button(picksBar(phone), 'More').tap()
  await snapshot(phone, '16-ben-phone-menu')
  await menuItem(phone, 'Copy My Link').tap()
  const asked = dialog(phone, 'Link copied')
  await field(asked, 'Email').fill('ben@example.org')
  await snapshot(phone, '17-ben-phone-mail-link')
  await button(asked, 'Email My Link').tap()
  await button(dialog(phone, 'Check your email'), 'Done').tap()
  const { links } = await mailbox.take('ben@example.org', 'Your personal link')

  const { page: computer } = await browser.open(null, pathOf(links[0]), { scheme: 'dark' })
  await expectCount(pickedTiles(computer), 2)
  await pickButton(computer, 'Photo 5').click()
  await expectVisible(byText(picksBar(computer), '3 of 4 chosen'))
  await sendList(computer, '18-ben-computer')
  await phone.reload()
  await expectVisible(byText(picksBar(phone), /^Sent on .*: 3 photos$/))
  await scrollToPhotos(phone)
  await expectCount(pickedTiles(phone), 3)
}

const folder = process.env['DAYMARK_TEST_PICTURES']

/** Stores light and dark screenshots of a step if DAYMARK_TEST_PICTURES names a folder. */
export async function snapshot(page: Page, name: string): Promise<void> {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const scheme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: scheme })
}
