import { Mailbox, type Received } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import { ANNA, write } from '../../support/comments.ts'
import { button, checkbox, dialog, field, gone, heading, menuItem, shown, words } from '../support/find.ts'
import { bar, begin, heart, isChosen } from '../support/input/picks.ts'
import { pathOf } from '../support/network.ts'
import { allRules } from '../support/reach/axe.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
afterAll(() => mailbox.goAway())
const stage = setStage(() => mailbox.env)

async function askForLink(page: Page, email: string): Promise<Received> {
  await button(bar(page), 'More').click()
  await menuItem(page, 'Copy my link').click()
  const asked = dialog(page, 'Your link is copied')
  await shown(asked)
  expect(await allRules(page)).toEqual([])
  await field(asked, 'E-mail').fill(email)
  expect(await checkbox(asked, /The photographer may see this address/).isChecked()).toBe(false)
  await button(asked, 'Mail My Link').click()
  await shown(dialog(page, 'Your link is on its way'))
  await button(dialog(page, 'Your link is on its way'), 'Done').click()
  await gone(dialog(page, 'Your link is on its way'))
  return mailbox.take(email, 'Your personal link')
}

it('rule 123 rule 125 her link comes by mail, opens her list on a phone, and its mails are turned off without a sign-in', async () => {
  const { path } = await sharedAlbum(stage.daymark, { count: 2, share: { picks: {} } })
  const { page } = await stage.open(null, path, { permissions: ['clipboard-read', 'clipboard-write'] })
  await heart(page, 'First light').click()
  await begin(page, 'Anna')
  await isChosen(page, 'First light')
  const { links } = await askForLink(page, 'anna@example.org')
  const phone = await stage.open(null, pathOf(links[0]), { device: 'phone', scheme: 'dark' })
  await shown(words(bar(phone.page), /1 chosen|1 of|1 photo/))
  await phone.page.goto(pathOf(links.at(-1)))
  await shown(heading(phone.page, 'Turn these mails off?'))
  expect(await allRules(phone.page)).toEqual([])
  expect(phone.page.url()).not.toContain('#')
  await button(phone.page, 'Turn Off for This Gallery').click()
  await shown(words(phone.page, 'You get no more mails about “Iceland”.'))
  await button(phone.page, 'Turn Off for All Galleries').click()
  await shown(words(phone.page, 'You get no more mails from this photographer.'))
  expect(await phone.page.getByRole('button').count()).toBe(0)
  const forged = await stage.open(null, '/share/~mails#forged')
  forged.guard.expect(/status of 410/)
  await shown(heading(forged.page, 'This link does not work'))
})

it('rule 123 who commented copies her link as well', async () => {
  const { path, link, photos } = await sharedAlbum(stage.daymark, { count: 1, share: { comments: {} } })
  const { page } = await stage.open(null, path, { permissions: ['clipboard-read', 'clipboard-write'] })
  await write(stage.daymark.stranger(), link.token, photos[0], ANNA)
  await button(page, 'Open First light').click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Comments').click()
  expect(await button(viewer, 'Copy My Link').count()).toBe(0)
  await field(viewer, 'Your name').fill('Ben')
  await field(viewer, 'Your comment').fill('Is it straight?')
  await button(viewer, 'Send').click()
  await button(viewer, 'Copy My Link').click()
  await shown(dialog(page, 'Your link is copied'))
  await page.keyboard.press('Escape')
  await gone(dialog(page, 'Your link is copied'))
  await shown(words(viewer, 'Your link is copied. It opens your comments on any device.'))
})
