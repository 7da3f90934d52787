import type { Page } from 'playwright-core'
import { expandShareLinks } from '../support/input/forms.ts'
import { picksBar, startPicking, pickButton, expectPicked, sendPicks } from '../support/input/picks.ts'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  menuItem,
  numberField,
  expectVisible,
  byText,
} from '../support/find.ts'
import { eventuallyVisible } from '../support/time.ts'
import { failRequests } from '../support/network.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const changesSent = (page: Page) =>
  page.waitForResponse(response => response.url().endsWith('/picks/changes') && response.ok())

describe('photos that a visitor picks', () => {
  it('rule 101 rule 102 rule 104 from the switch in the link settings to the list that the owner copies', async () => {
    const { owner, album } = await sharedAlbum(browser.daymark, { count: 4 })
    const { page } = await browser.open(owner, `/albums/${album.id}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await expandShareLinks(page)
    await button(page, 'Edit').click()
    const panel = dialog(page, 'Edit share link')
    await panel.getByRole('switch', { name: 'Visitors pick photos' }).check()
    await numberField(panel, 'Minimum number of picks').fill('2')
    await numberField(panel, 'Maximum number of picks').fill('3')
    await button(panel, 'Save Link').click()
    await expectHidden(panel)
    const address = (await link(page, /\/share\//).getAttribute('href')) ?? ''

    const visit = await browser.open(null, new URL(address).pathname)
    await expectVisible(byText(picksBar(visit.page), 'Choose 2 to 3 photos'))
    await pickButton(visit.page, 'First light').click()
    await startPicking(visit.page, 'Anna')
    await expectPicked(visit.page, 'First light')
    await button(visit.page, 'Open Noon').click()
    const viewer = dialog(visit.page, 'Photo viewer')
    await expectVisible(button(viewer, 'Choose'))
    await visit.page.keyboard.press('f')
    await button(viewer, 'Write a note').click()
    const note = dialog(visit.page, 'Note about this photo')
    await field(note, 'For the photographer').fill('In black and white')
    const sent = changesSent(visit.page)
    await button(note, 'Save Note').click()
    await expectVisible(button(viewer, 'Your note'))
    await button(viewer, 'Close').click()
    await expectVisible(byText(picksBar(visit.page), '2 of 3 chosen'))
    await sent

    await link(page, 'View picks').click()
    await expectVisible(button(page, /^Anna 2 chosen, 1 note/))
    await sendPicks(visit.page, 2)
    expect(await pickButton(visit.page, 'First light').isDisabled()).toBe(true)

    await button(page, /^Anna 2 chosen, 1 note Sent/).click()
    await button(page, 'Export').click()
    const toastShown = await eventuallyVisible(page, 'Names copied')
    await menuItem(page, 'Copy for Lightroom').click()
    await toastShown()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dune 1, Dune 2')
    await list(page, 'Chosen photos').getByRole('button').nth(1).click()
    await expectVisible(byText(dialog(page, 'Dune 2.jpg'), 'In black and white'))
    await button(dialog(page, 'Dune 2.jpg'), 'Close').click()
    await button(page, 'Reopen').click()
    await expectVisible(button(page, /^Anna 2 chosen, 1 note Not sent yet/))
    await visit.page.reload()
    await expectVisible(byText(picksBar(visit.page), '2 of 3 chosen'))
  })

  it('rule 103 picks made offline are sent when the connection is back, and the personal link opens them on another device', async () => {
    const { path } = await sharedAlbum(browser.daymark, { count: 3, share: { picks: {} } })
    const { page, guard } = await browser.open(null, path, { permissions: ['clipboard-read', 'clipboard-write'] })
    guard.expect(/net::ERR_FAILED|Failed to load resource/)
    await pickButton(page, 'First light').click()
    const startedPicking = changesSent(page)
    await startPicking(page, 'Ben')
    await startedPicking
    const restore = await failRequests(page, { url: '**/picks/changes' }, 'network')
    await pickButton(page, 'Noon').click()
    await expectVisible(byText(picksBar(page), 'Offline. Your picks are saved on this device and sent later.'))
    await page.reload()
    await expectPicked(page, 'Noon')
    const sent = changesSent(page)
    await restore()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await sent
    await button(picksBar(page), 'More').click()
    await menuItem(page, 'Copy My Link').click()
    await expectVisible(byText(picksBar(page), /^Link copied/))
    const personalLink = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const other = await browser.open(null, personalLink.pathname + personalLink.hash, {
      device: 'phone',
      scheme: 'dark',
    })
    await expectPicked(other.page, 'Noon')
    expect(new URL(other.page.url()).hash).toBe('')
    await button(picksBar(other.page), 'More').click()
    await menuItem(other.page, 'Show Chosen').click()
    await pollUntil(async () => expect(await list(other.page, 'Photos').getByRole('listitem').count()).toBe(2))
  })

  it('rule 101 rule 106 a gallery whose owner asks for neither picks nor comments shows and loads nothing of them', async () => {
    const { path } = await sharedAlbum(browser.daymark, { count: 1 })
    const { page } = await browser.open(null, path)
    await expectVisible(heading(page, 'Iceland'))
    await expectVisible(button(page, 'Open First light'))
    expect(await pickButton(page, 'First light').count()).toBe(0)
    await button(page, 'Open First light').click()
    await expectVisible(button(dialog(page, 'Photo viewer'), 'Close'))
    expect(await button(page, 'Comments').count()).toBe(0)
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(asked.filter(name => /\/picks|comment/.test(name))).toEqual([])
  })
})
