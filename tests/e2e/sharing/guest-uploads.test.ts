import type { Page } from 'playwright-core'
import { nameGuest, sendFile, createUploadLink } from '../../support/guests.ts'
import { createAlbum } from '../../support/photos.ts'
import { picture } from '../../support/shared-gallery.ts'
import { stopClock } from '../support/time.ts'
import { createFiles, chooseFiles } from '../support/files.ts'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { isPainted } from '../support/look.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const sent = (page: Page) => region(page, 'Photos you sent')
const tiles = (page: Page) => sent(page).getByRole('listitem')

describe('photos of guests', () => {
  it('rules 148 to 151 are requested by a link, sent from a phone, approved by the owner, and then in the album', async () => {
    const owner = await browser.daymark.createUser({ displayName: 'Ada Lens' })
    const album = await createAlbum(owner, 'Wedding')
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    await button(page, 'Ask for Photos').click()
    await button(dialog(page, 'Ask for Photos'), 'New Upload Link').click()
    const form = dialog(page, 'New Upload Link')
    await field(form, 'Page title').fill('Your photos of our day')
    await field(form, 'Greeting (optional)').fill('Thank you for dancing!')
    await button(form, 'Create Link').click()
    const links = list(dialog(page, 'Ask for Photos'), 'Upload links')
    await expectVisible(byText(links, 'Your photos of our day'))
    const { body } = await owner.get<{ links: { url: string }[] }>(`/api/albums/${album.id}/upload-links`)
    await page.keyboard.press('Escape')

    const { page: guest } = await browser.open(null, new URL(body.links[0]!.url).pathname, { device: 'phone' })
    await expectVisible(heading(guest, 'Your photos of our day'))
    await expectVisible(byText(guest, 'Ada Lens asks for your photos'))
    await field(guest, 'Your name').fill('Anna')
    await button(guest, 'Continue').click()
    const [kiss, cake, song] = [await picture(1), await picture(2), await picture(3)]
    const paths = createFiles({ 'kiss.jpg': kiss, 'cake.jpg': cake, 'song.jpg': song, 'words.txt': 'no picture' })
    await chooseFiles(guest, button(guest, 'Choose Photos'), paths)
    await button(dialog(guest, /only words/), 'I Understand').click()
    await expectVisible(heading(guest, 'You sent 3 photos'))
    await pollUntil(async () => expect(await isPainted(tiles(guest).first())).toBe(true))

    // the owner is notified and looks at the photo
    await link(page, 'Review').click()
    await expectVisible(heading(page, 'Photos from Guests'))
    const from = region(page, 'From Anna')
    await pollUntil(async () => expect(await from.getByRole('listitem').count()).toBe(3))
    await button(guest, 'Remove song.jpg').click()
    await button(dialog(guest, 'Remove song.jpg?'), 'Remove').click()
    await expectVisible(heading(guest, 'You sent 2 photos'))
    await pollUntil(async () => expect(await from.getByRole('listitem').count()).toBe(2))
    await button(from, 'Open kiss.jpg').click()
    await button(dialog(page, 'kiss.jpg'), 'Approve').click()
    await expectHidden(button(page, 'Open kiss.jpg'))
    await button(from, 'Decline cake.jpg').click()
    await button(dialog(page, 'Decline 1 photo?'), 'Decline').click()
    await expectVisible(heading(page, 'No photos to review'))

    // a known file is not uploaded again
    await guest.reload()
    await expectVisible(byText(sent(guest), 'Added'))
    await expectVisible(byText(sent(guest), 'Not added'))
    const posts: string[] = []
    guest.on('request', request => void (request.method() === 'POST' && posts.push(request.url())))
    // if the check for known files takes more than two seconds, the file is uploaded
    await stopClock(guest)
    await chooseFiles(guest, button(guest, 'Choose Photos'), paths.slice(0, 1))
    await expectVisible(byText(guest, '1 of 1 uploaded'))
    expect(posts).toEqual([])

    await link(page, 'Album').click()
    await button(page, /^Open kiss/).click()
    const viewer = dialog(page, 'Photo viewer')
    await button(viewer, 'Show Info').click()
    await expectVisible(byText(region(viewer, 'Info'), 'Anna'))
  })

  it('rule 149 a password is required first, and a closed link says so', async () => {
    const owner = await browser.daymark.createUser()
    const album = await createAlbum(owner, 'Wedding')
    const created = await createUploadLink(owner, album.id, { password: 'champagne' })
    const { page, guard } = await browser.open(null, `/upload/${created.token}`, { device: 'phone', scheme: 'dark' })
    guard.expect(/status of 40[13]/, /status of 410/)
    await expectVisible(heading(page, 'Private Page'))
    await field(page, 'Password').fill('champagne')
    await button(page, 'Open Page').click()
    await expectVisible(field(page, 'Your name'))
    await owner.post(`/api/upload-links/${created.id}/revoke`, {})
    await page.reload()
    await expectVisible(heading(page, 'Link Not Available'))
    const late = await sendFile(await browser.daymark.visitor(), created.token, { bytes: await picture(4) })
    expect(late.status).toBe(410)
    await owner.post(`/api/upload-links/${created.id}/reinstate`, {})
    await owner.patch(`/api/upload-links/${created.id}`, { password: null })
    await nameGuest(browser.daymark.visitor(), created.token)
    await page.reload()
    await expectVisible(field(page, 'Your name'))
  })
})
