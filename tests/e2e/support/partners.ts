import type { Mailbox } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import { button, dialog, field, gone, has, menuItem, shown, words } from './find.ts'
import { toPhotos } from './grid.ts'
import { bar, begin, chosenTiles, heart, isChosen, send, waitForTheRest } from './input/picks.ts'
import { pathOf } from './network.ts'
import { snapshot } from './snapshot.ts'
import type { Stage } from './stage.ts'

/** Presses the hearts of these photos; says who she is when she is asked. */
async function pick(page: Page, name: string, [first, ...others]: string[], step: string) {
  await heart(page, first ?? '').click()
  await begin(page, name, () => snapshot(page, `${step}-whose-list`))
  for (const photo of others) await heart(page, photo).click()
  for (const photo of others) await isChosen(page, photo)
}
async function sendList(page: Page, step: string) {
  await send(page, 3, () => snapshot(page, `${step}-send`))
  await snapshot(page, `${step}-sent`)
}

/** Picks on a computer, with a note to one photo and a comment on a place of it. */
export async function annaPicks(page: Page) {
  await shown(words(page, '6 photos'))
  await snapshot(page, '05-anna-first-look')
  await waitForTheRest(page, 'anna@example.org')
  await pick(page, 'Anna', ['Photo 1', 'Photo 2', 'Photo 4'], '06-anna')
  await button(page, 'Open Photo 1').click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Write a note').click()
  const note = dialog(page, 'Note to this photo')
  await field(note, 'For the photographer').fill('In black and white, please')
  await snapshot(page, '07-anna-note')
  await button(note, 'Save Note').click()
  await gone(note)
  await button(viewer, 'Comments').click()
  await field(viewer, 'Your comment').fill('Could the wall be darker here?')
  await button(viewer, 'Mark a Place').click()
  await snapshot(page, '08-anna-comment')
  await button(viewer, 'Send').click()
  await shown(button(viewer, /^Comment 1: Could the wall/))
  await snapshot(page, '09-anna-commented')
  await button(viewer, 'Close').click()
  await gone(viewer)
  await snapshot(page, '10-anna-picks')
  await sendList(page, '11-anna')
}

/** Begins on the phone, has the link mailed, and goes on with it on a computer. */
export async function benPicks(stage: Stage, mailbox: Mailbox, phone: Page) {
  await shown(words(phone, '6 photos'))
  await snapshot(phone, '12-ben-phone-first-look')
  await waitForTheRest(phone, 'ben@example.org')
  await toPhotos(phone)
  await pick(phone, 'Ben', ['Photo 2', 'Photo 3'], '13-ben-phone')
  await snapshot(phone, '14-ben-phone-picks')
  await button(phone, 'Open Photo 2').tap()
  await snapshot(phone, '15-ben-phone-viewer')
  await button(dialog(phone, 'Photo viewer'), 'Close').tap()
  await button(bar(phone), 'More').tap()
  await snapshot(phone, '16-ben-phone-menu')
  await menuItem(phone, 'Copy my link').tap()
  const asked = dialog(phone, 'Your link is copied')
  await field(asked, 'E-mail').fill('ben@example.org')
  await snapshot(phone, '17-ben-phone-mail-link')
  await button(asked, 'Mail My Link').tap()
  await button(dialog(phone, 'Your link is on its way'), 'Done').tap()
  const { links } = await mailbox.take('ben@example.org', 'Your personal link')

  const { page: computer } = await stage.open(null, pathOf(links[0]), { scheme: 'dark' })
  await has(chosenTiles(computer), 2)
  await heart(computer, 'Photo 5').click()
  await shown(words(bar(computer), '3 of 4 chosen'))
  await sendList(computer, '18-ben-computer')
  await phone.reload()
  await shown(words(bar(phone), /^Sent on .*: 3 photos$/))
  await toPhotos(phone)
  await has(chosenTiles(phone), 3)
}
