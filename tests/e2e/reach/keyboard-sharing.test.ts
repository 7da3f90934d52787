import type { http } from '@daymark/contracts'
import { newLink, unzip } from '../../support/shared-gallery.ts'
import { bytesOf, removeFolders } from '../support/files.ts'
import {
  button,
  dialog,
  field,
  gone,
  heading,
  link,
  list,
  numberField,
  picture,
  shown,
  toolbar,
  words,
} from '../support/find.ts'
import { focused, press, tabTo, type } from '../support/input/keys.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
afterAll(removeFolders)
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark)
  await shared.owner.patch(`/api/albums/${shared.album.id}`, { cover_image_id: shared.photos[0]?.id })
})
const linksOf = async () => (await shared.owner.get<http.Share[]>(`/api/shares?album_id=${shared.album.id}`)).body

describe('sharing without a mouse', () => {
  it('S-PANEL-02 S-PANEL-05 S-PANEL-09 a link gets an address, a password, sizes and a limit; its code and figures are looked at', async () => {
    const name = `puffins-${shared.link.token.slice(0, 8).toLowerCase()}`
    const { page } = await stage.open(shared.owner, `/albums/${shared.album.id}`)
    await press(page, button(page, 'New Link'))
    const form = dialog(page, 'New share link')
    await type(page, field(form, 'Readable address'), name)
    await type(page, form.getByLabel('Password', { exact: true }), 'puffin')
    await type(page, field(form, 'Password hint'), 'A bird')
    await press(page, form.getByRole('switch', { name: 'Search engines may list it' }), 'Space')
    await press(page, form.getByRole('checkbox', { name: /^1080 px/ }), 'Space')
    await type(page, numberField(form, 'Photos per visitor'), '3')
    await press(page, button(form, 'Create Link'))
    await gone(form)
    const made = (await linksOf()).find(({ slug }) => slug === name)
    expect(made).toMatchObject({
      ...{ has_password: true, password_hint: 'A bird', allow_indexing: true },
      ...{ download_sizes: ['original', '1080'], visitor_download_limit: 3 },
    })
    const row = list(page, 'Share links').getByRole('listitem').filter({ hasText: name })
    await focused(button(row, 'Copy Link'))
    await press(page, button(row, 'QR code'))
    await shown(picture(page, new RegExp(`QR code of .*/${name}$`)))
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, button(page, 'PNG'))])
    expect(file.suggestedFilename()).toBe(`QR ${name}.png`)
    await page.keyboard.press('Escape')
    await gone(dialog(page, 'QR code'))
    await focused(button(row, 'QR code'))
    await press(page, button(row, 'Edit'))
    await press(page, button(page, 'Remove Password'))
    await press(page, button(page, 'Save Link'))
    await gone(dialog(page, 'Edit share link'))
    await pollUntil(async () => expect((await linksOf()).find(({ id }) => id === made?.id)?.has_password).toBe(false))
    await tabTo(page, link(row, 'View analytics'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await shown(heading(page, 'No visits yet'))
  })
})

describe('a gallery without a mouse', () => {
  it('S-SHARE-14 the password is typed, photos are selected and taken in the size that is chosen', async () => {
    const share = { password: 'puffin', download_sizes: ['original', '1080'], visitor_download_limit: 3 }
    const { token } = await newLink(shared.owner, { album_id: shared.album.id, ...share })
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/status of 401/)
    await page.goto(`/share/${token}`)
    await type(page, page.getByLabel('Password', { exact: true }), 'puffin')
    await page.keyboard.press('Enter')
    await press(page, button(page, 'Select'))
    const photos = list(page, 'Photos')
    await press(page, button(photos, 'Select First light'), 'Space')
    await press(page, button(photos, 'Select Photo 3'), 'Enter')
    const bar = toolbar(page, 'Selected photos')
    await shown(words(bar, '2 selected'))
    await press(page, button(bar, 'Download'))
    const asked = dialog(page, 'Download 2 photos')
    await shown(words(asked, 'You can still download 3 photos.'))
    await page.keyboard.press('Escape')
    await gone(asked)
    await focused(button(bar, 'Download'))
    await page.keyboard.press('Enter')
    await tabTo(page, asked.getByRole('radio', { name: /Original/ }))
    await page.keyboard.press('ArrowDown')
    expect(await asked.getByRole('radio', { name: /1080 px/ }).isChecked()).toBe(true)
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, button(asked, 'Download'))])
    expect(unzip(await bytesOf(file)).map(({ name }) => name)).toEqual(['Dune 1.jpg', 'Dune 3.jpg'])
    await gone(asked)
  })
})
