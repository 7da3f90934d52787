import type { Page } from 'playwright-core'
import { unfoldLinks } from '../support/input/album.ts'
import { bar, begin, heart, isChosen, send } from '../support/input/picks.ts'
import {
  button,
  dialog,
  field,
  gone,
  heading,
  link,
  list,
  menuItem,
  numberField,
  shown,
  words,
} from '../support/find.ts'
import { coming } from '../support/lasting.ts'
import { fail } from '../support/network.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()

const changesSent = (page: Page) =>
  page.waitForResponse(response => response.url().endsWith('/picks/changes') && response.ok())

describe('photos that a visitor picks', () => {
  it('rule 101 rule 102 rule 104 from the switch in the share panel to the list that the owner copies', async () => {
    const { owner, album } = await sharedAlbum(stage.daymark, { count: 4 })
    const { page } = await stage.open(owner, `/albums/${album.id}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await unfoldLinks(page)
    await button(page, 'Edit').click()
    const panel = dialog(page, 'Edit share link')
    await panel.getByRole('switch', { name: 'Visitors pick photos' }).check()
    await numberField(panel, 'At least').fill('2')
    await numberField(panel, 'At most').fill('3')
    await button(panel, 'Save Link').click()
    await gone(panel)
    const address = (await link(page, /\/share\//).getAttribute('href')) ?? ''

    const visit = await stage.open(null, new URL(address).pathname)
    await shown(words(bar(visit.page), 'Choose 2 to 3 photos'))
    await heart(visit.page, 'First light').click()
    await begin(visit.page, 'Anna')
    await isChosen(visit.page, 'First light')
    await button(visit.page, 'Open Noon').click()
    const viewer = dialog(visit.page, 'Photo viewer')
    await shown(button(viewer, 'Choose'))
    await visit.page.keyboard.press('f')
    await button(viewer, 'Write a note').click()
    const note = dialog(visit.page, 'Note to this photo')
    await field(note, 'For the photographer').fill('In black and white')
    const sent = changesSent(visit.page)
    await button(note, 'Save Note').click()
    await shown(button(viewer, 'Your note'))
    await button(viewer, 'Close').click()
    await shown(words(bar(visit.page), '2 of 3 chosen'))
    await sent

    await link(page, 'View picks').click()
    await shown(button(page, /^Anna 2 chosen, 1 note/))
    await send(visit.page, 2)
    expect(await heart(visit.page, 'First light').isDisabled()).toBe(true)

    await button(page, /^Anna 2 chosen, 1 note Sent/).click()
    await button(page, 'Export').click()
    const said = await coming(page, 'Names copied')
    await menuItem(page, 'Copy for Lightroom').click()
    await said()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dune 1, Dune 2')
    await list(page, 'Chosen photos').getByRole('button').nth(1).click()
    await shown(words(dialog(page, 'Dune 2.jpg'), 'In black and white'))
    await button(dialog(page, 'Dune 2.jpg'), 'Close').click()
    await button(page, 'Open Again').click()
    await shown(button(page, /^Anna 2 chosen, 1 note Choosing/))
    await visit.page.reload()
    await shown(words(bar(visit.page), '2 of 3 chosen'))
  })

  it('rule 103 picks are kept without a connection and sent when it is back, and her link opens them elsewhere', async () => {
    const { path } = await sharedAlbum(stage.daymark, { count: 3, share: { picks: {} } })
    const { page, guard } = await stage.open(null, path, { permissions: ['clipboard-read', 'clipboard-write'] })
    guard.expect(/net::ERR_FAILED|Failed to load resource/)
    await heart(page, 'First light').click()
    const began = changesSent(page)
    await begin(page, 'Ben')
    await began
    const mend = await fail(page, { url: '**/picks/changes' }, 'network')
    await heart(page, 'Noon').click()
    await shown(words(bar(page), 'Offline. Your choice is kept here and sent later.'))
    await page.reload()
    await isChosen(page, 'Noon')
    const sent = changesSent(page)
    await mend()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await sent
    await button(bar(page), 'More').click()
    await menuItem(page, 'Copy my link').click()
    await shown(words(bar(page), /^Your link is copied/))
    const mine = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const other = await stage.open(null, mine.pathname + mine.hash, { device: 'phone', scheme: 'dark' })
    await isChosen(other.page, 'Noon')
    expect(new URL(other.page.url()).hash).toBe('')
    await button(bar(other.page), 'More').click()
    await menuItem(other.page, 'Show Chosen').click()
    await pollUntil(async () => expect(await list(other.page, 'Photos').getByRole('listitem').count()).toBe(2))
  })

  it('rule 101 rule 106 a gallery whose owner asks for neither picks nor comments shows and loads nothing of them', async () => {
    const { path } = await sharedAlbum(stage.daymark, { count: 1 })
    const { page } = await stage.open(null, path)
    await shown(heading(page, 'Iceland'))
    await shown(button(page, 'Open First light'))
    expect(await heart(page, 'First light').count()).toBe(0)
    await button(page, 'Open First light').click()
    await shown(button(dialog(page, 'Photo viewer'), 'Close'))
    expect(await button(page, 'Comments').count()).toBe(0)
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(asked.filter(name => /\/picks|comment/.test(name))).toEqual([])
  })
})
