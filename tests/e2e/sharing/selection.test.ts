import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { button, checkbox, dialog, field, heading, link, list, expectVisible, byText } from '../support/find.ts'
import { uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

async function newOwner() {
  const user = await browser.daymark.createUser()
  return { user, photos: await uploadSamples(browser.daymark, user, 3) }
}
const select = async (page: Page, begin = () => button(page, 'Select Images').click()) => {
  await begin()
  for (const name of ['Dune 1.jpg', 'Dune 3.jpg']) await checkbox(page, `Select ${name}`).check()
}
/** Creates the link in the dialog and returns its path. */
async function make(page: Page): Promise<string> {
  const form = dialog(page, 'New share link')
  await field(form, 'Title').fill('For the band')
  await button(form, 'Create Link').click()
  const created = dialog(page, 'Your link is ready')
  await expectVisible(byText(created, 'For the band'))
  return (await link(created, /\/share\//).getAttribute('href')) ?? ''
}
async function opens(url: string) {
  const { page } = await browser.open(null, new URL(url).pathname)
  await expectVisible(heading(page, 'For the band'))
  await pollUntil(async () => expect(await list(page, 'Photos').getByRole('listitem').count()).toBe(2))
}

describe('a link to selected photos', () => {
  it('S-SHARE-03 is created from Photos, opens these photos, and is listed and deleted under Shares', async () => {
    const { user } = await newOwner()
    const { page, guard } = await browser.open(user, '/photos')
    guard.expect(/status of 404 .*\/api\/shares\/selections\//)
    page.on('dialog', question => void question.accept())
    await select(page)
    await button(page, 'Share Selection').click()
    await opens(await make(page))
    await link(page, 'Manage Links').click()
    await expectVisible(heading(page, 'For the band'))
    await expectVisible(byText(page, '2 photos, shared without an album'))
    await pollUntil(async () => expect(await list(page, 'Shared photos').getByRole('listitem').count()).toBe(2))
    await link(page, 'Shares').first().click()
    await link(page, 'For the band').click()
    await expectVisible(heading(page, 'For the band'))
    await button(page, 'Delete').click()
    await expectVisible(heading(page, 'No longer shared'))
    expect((await user.get<http.Share[]>('/api/shares')).body).toEqual([])
  })
})
