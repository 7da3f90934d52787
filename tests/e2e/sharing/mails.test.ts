import { Mailbox, type ReceivedMail } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import { ANNA, writeComment } from '../../support/visitor-actions.ts'
import {
  button,
  checkbox,
  dialog,
  field,
  expectHidden,
  heading,
  menuItem,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { expandShareLinks } from '../support/input/forms.ts'
import { picksBar, startPicking, pickButton, expectPicked, subscribeToCompletion } from '../support/input/picks.ts'
import { pathOf } from '../support/network.ts'
import { axeViolations } from '../support/reach/axe.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { eventuallyVisible } from '../support/time.ts'
import { setUpBrowser } from '../support/browser.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
afterAll(() => mailbox.stop())
const browser = setUpBrowser(() => mailbox.env)

async function askForLink(page: Page, email: string): Promise<ReceivedMail> {
  await button(picksBar(page), 'More').click()
  await menuItem(page, 'Copy My Link').click()
  const asked = dialog(page, 'Link copied')
  await expectVisible(asked)
  expect(await axeViolations(page)).toEqual([])
  await field(asked, 'Email').fill(email)
  expect(await checkbox(asked, /Show my address to the photographer/).isChecked()).toBe(false)
  await button(asked, 'Email My Link').click()
  await expectVisible(dialog(page, 'Check your email'))
  await button(dialog(page, 'Check your email'), 'Done').click()
  await expectHidden(dialog(page, 'Check your email'))
  return mailbox.take(email, 'Your personal link')
}

it('rule 123 rule 125 the personal link arrives by mail, opens the pick list on a phone, and its mails are turned off without signing in', async () => {
  const { path } = await sharedAlbum(browser.daymark, { count: 2, share: { picks: {} } })
  const { page } = await browser.open(null, path, { permissions: ['clipboard-read', 'clipboard-write'] })
  await pickButton(page, 'First light').click()
  await startPicking(page, 'Anna')
  await expectPicked(page, 'First light')
  const { links } = await askForLink(page, 'anna@example.org')
  const phone = await browser.open(null, pathOf(links[0]), { device: 'phone', scheme: 'dark' })
  await expectVisible(byText(picksBar(phone.page), /1 chosen|1 of|1 photo/))
  await phone.page.goto(pathOf(links.at(-1)))
  await expectVisible(heading(phone.page, 'Turn off these emails?'))
  expect(await axeViolations(phone.page)).toEqual([])
  expect(phone.page.url()).not.toContain('#')
  await button(phone.page, 'Turn Off for This Gallery').click()
  await expectVisible(byText(phone.page, 'You no longer get emails about “Iceland”.'))
  await button(phone.page, 'Turn Off for All Galleries').click()
  await expectVisible(byText(phone.page, 'You no longer get emails from this photographer.'))
  expect(await phone.page.getByRole('button').count()).toBe(0)
  const forged = await browser.open(null, '/share/~mails#forged')
  forged.guard.expect(/status of 410/)
  await expectVisible(heading(forged.page, 'This link does not work'))
})

it('rule 123 a visitor who commented can copy the personal link', async () => {
  const { path, link, photos } = await sharedAlbum(browser.daymark, { count: 1, share: { comments: {} } })
  const { page } = await browser.open(null, path, { permissions: ['clipboard-read', 'clipboard-write'] })
  await writeComment(browser.daymark.visitor(), link.token, photos[0], ANNA)
  await button(page, 'Open First light').click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Comments').click()
  expect(await button(viewer, 'Copy My Link').count()).toBe(0)
  await field(viewer, 'Your name').fill('Ben')
  await field(viewer, 'Your comment').fill('Is it straight?')
  await button(viewer, 'Send').click()
  await button(viewer, 'Copy My Link').click()
  await expectVisible(dialog(page, 'Link copied'))
  await page.keyboard.press('Escape')
  await expectHidden(dialog(page, 'Link copied'))
  await expectVisible(byText(viewer, 'Link copied. It opens your comments on any device.'))
})

it('rule 128 rule 129 rule 130 the owner announces further photos, and marking the gallery as complete emails the subscribers', async () => {
  const { owner, album, path } = await sharedAlbum(browser.daymark, { count: 1 })
  const { page } = await browser.open(owner, `/albums/${album.id}`)
  await expandShareLinks(page)
  await button(page, 'Edit').click()
  const settings = dialog(page, 'Edit share link')
  await settings.getByRole('switch', { name: 'Announce that more photos are coming' }).check()
  await settings.getByLabel('Complete by').fill('2031-05-01')
  await field(settings, 'Message to visitors').fill('The evening follows.')
  await button(settings, 'Save Link').click()
  await expectHidden(settings)
  await expectVisible(byText(page, 'First look, complete by 1 May 2031'))

  const { page: visitor } = await browser.open(null, path)
  const announcement = region(visitor, 'More photos are coming')
  await expectVisible(byText(announcement, /The evening follows\.$/))
  await subscribeToCompletion(visitor, 'carla@example.org')
  await visitor.reload()
  await expectVisible(byText(announcement, /^On .+, you asked to be notified\.$/))

  await button(page, 'Mark as complete (1 to notify)').click()
  const question = dialog(page, 'Mark the gallery as complete?')
  await expectVisible(byText(question, /1 email is sent:$/))
  const toastShown = await eventuallyVisible(page, 'The gallery is complete. 1 email is being sent.')
  await button(question, 'Mark as Complete').click()
  await expectHidden(question)
  await toastShown()
  const { links } = await mailbox.take('carla@example.org')
  await visitor.goto(pathOf(links.find(address => address.includes(path))))
  await expectVisible(heading(visitor, 'Iceland'))
  expect(await announcement.count()).toBe(0)
})
