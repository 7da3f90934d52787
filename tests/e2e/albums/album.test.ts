import type { http } from '@daymark/contracts'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { dragFiles } from '../support/input/drop.ts'
import { createFiles, removeFolders, uploadRows } from '../support/files.ts'
import { button, dialog, expectHidden, heading, expectVisible, byText } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { sampleJpeg, uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let owner: SignedInUser
let photos: http.Image[]
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  photos = await uploadSamples(browser.daymark, owner, 4)
})

async function openAlbum(title: string, images: http.Image[] = photos) {
  const album = await createAlbum(owner, title, images)
  const opened = await browser.open(owner, `/albums/${album.id}`)
  await expectVisible(heading(opened.page, title))
  return { ...opened, album, path: `/api/albums/${album.id}` }
}
const albumNow = async (path: string) => (await owner.get<http.AlbumDetail>(path)).body

describe('the album page', () => {
  it('shows the photos first, no matter how many links there are', async () => {
    const album = await createAlbum(owner, 'Many links', photos)
    for (let n = 0; n < 5; n++) await createLink(owner, { album_id: album.id })
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    await expectVisible(byText(page, '5 active'))
    expect((await boxOf(tile(page, 'Dune 1.jpg'))).y).toBeLessThan(400)
  })
})

describe('files dropped on the album page', () => {
  it('L-AD-08 L-AD-16 L-AD-17 show an overlay, and only the images are uploaded', async () => {
    const { page, path } = await openAlbum('Dropped', [])
    const paths = createFiles({ 'Cliff.jpg': await sampleJpeg(7), 'notes.txt': 'no photo' })
    const drag = await dragFiles(page, paths)
    await expectVisible(byText(page, 'Drop Photos Here'))
    await expectVisible(byText(page, 'Release to upload your images'))
    await drag.drop()
    await expectHidden(byText(page, 'Drop Photos Here'))
    const uploader = dialog(page, 'Upload to Album')
    await pollUntil(async () => expect(await uploadRows(uploader).count()).toBe(1))
    await button(uploader, 'Upload All').click()
    await expectHidden(uploader)
    await expectVisible(tile(page, 'Cliff.jpg'))
    expect((await albumNow(path)).images.map(image => image.original_filename)).toEqual(['Cliff.jpg'])
  })
})
