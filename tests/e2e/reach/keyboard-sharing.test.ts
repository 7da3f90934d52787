import type { http } from '@daymark/contracts'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { createLink, unzip } from '../../support/shared-gallery.ts'
import { downloadedBytes, removeFolders } from '../support/files.ts'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  numberField,
  picture,
  expectVisible,
  toolbar,
  byText,
} from '../support/find.ts'
import { expectFocused, pressKeyOn, tabTo, typeInto } from '../support/input/keys.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark)
  await shared.owner.patch(`/api/albums/${shared.album.id}`, { cover_image_id: shared.photos[0]?.id })
})
const linksOf = async () => (await shared.owner.get<http.Share[]>(`/api/shares?album_id=${shared.album.id}`)).body

describe('sharing without a mouse', () => {
  it('S-PANEL-02 S-PANEL-05 S-PANEL-09 a link is created with address, password, sizes and limit; its QR code and analytics are opened', async () => {
    const name = `puffins-${shared.link.token.slice(0, 8).toLowerCase()}`
    const { page } = await browser.open(shared.owner, `/albums/${shared.album.id}`)
    await pressKeyOn(page, button(page, 'New Link'))
    const form = dialog(page, 'New share link')
    await typeInto(page, field(form, 'Readable address'), name)
    await typeInto(page, form.getByLabel('Password', { exact: true }), 'puffin')
    await typeInto(page, field(form, 'Password hint'), 'A bird')
    await pressKeyOn(page, form.getByRole('switch', { name: 'Allow search engines to list this gallery' }), 'Space')
    await pressKeyOn(page, form.getByRole('checkbox', { name: /^1080 px/ }), 'Space')
    await typeInto(page, numberField(form, 'Photos per visitor'), '3')
    await pressKeyOn(page, button(form, 'Create Link'))
    await expectHidden(form)
    const created = (await linksOf()).find(({ slug }) => slug === name)
    expect(created).toMatchObject({
      has_password: true,
      password_hint: 'A bird',
      allow_indexing: true,
      download_sizes: ['original', '1080'],
      visitor_download_limit: 3,
    })
    const row = list(page, 'Share links').getByRole('listitem').filter({ hasText: name })
    await expectFocused(button(row, 'Copy Link'))
    await pressKeyOn(page, button(row, 'QR code'))
    await expectVisible(picture(page, new RegExp(`QR code of .*/${name}$`)))
    const [file] = await Promise.all([page.waitForEvent('download'), pressKeyOn(page, button(page, 'PNG'))])
    expect(file.suggestedFilename()).toBe(`QR ${name}.png`)
    const png = sharp(await downloadedBytes(file))
    const { data, info } = await png.raw().toBuffer({ resolveWithObject: true })
    expect(decodeQR({ width: info.width, height: info.height, data })).toMatch(new RegExp(`/${name}$`))
    await page.keyboard.press('Escape')
    await expectHidden(dialog(page, 'QR code'))
    await expectFocused(button(row, 'QR code'))
    await pressKeyOn(page, button(row, 'Edit'))
    await pressKeyOn(page, button(page, 'Remove Password'))
    await pressKeyOn(page, button(page, 'Save Link'))
    await expectHidden(dialog(page, 'Edit share link'))
    await pollUntil(async () =>
      expect((await linksOf()).find(({ id }) => id === created?.id)?.has_password).toBe(false),
    )
    await tabTo(page, link(row, 'View analytics'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expectVisible(heading(page, 'No visits yet'))
  })
})

describe('a gallery without a mouse', () => {
  it('S-SHARE-14 the password is entered, and photos are selected and downloaded in a size', async () => {
    const share = { password: 'puffin', download_sizes: ['original', '1080'], visitor_download_limit: 3 }
    const { token } = await createLink(shared.owner, { album_id: shared.album.id, ...share })
    const { page, guard } = await browser.open(null, '/login')
    guard.expect(/status of 401/)
    await page.goto(`/share/${token}`)
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'puffin')
    await page.keyboard.press('Enter')
    await pressKeyOn(page, button(page, 'Select'))
    const photos = list(page, 'Photos')
    await pressKeyOn(page, button(photos, 'Select First light'), 'Space')
    await pressKeyOn(page, button(photos, 'Select Photo 3'), 'Enter')
    const bar = toolbar(page, 'Selected photos')
    await expectVisible(byText(bar, '2 selected'))
    await pressKeyOn(page, button(bar, 'Download'))
    const asked = dialog(page, 'Download 2 photos')
    await expectVisible(byText(asked, 'You can still download 3 photos.'))
    await page.keyboard.press('Escape')
    await expectHidden(asked)
    await expectFocused(button(bar, 'Download'))
    await page.keyboard.press('Enter')
    await tabTo(page, asked.getByRole('radio', { name: /Original/ }))
    await page.keyboard.press('ArrowDown')
    expect(await asked.getByRole('radio', { name: /1080 px/ }).isChecked()).toBe(true)
    const [file] = await Promise.all([page.waitForEvent('download'), pressKeyOn(page, button(asked, 'Download'))])
    expect(unzip(await downloadedBytes(file)).map(({ name }) => name)).toEqual(['Dune 1.jpg', 'Dune 3.jpg'])
    await expectHidden(asked)
  })
})
