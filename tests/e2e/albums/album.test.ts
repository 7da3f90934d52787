import type { http } from '@daymark/contracts'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { newLink } from '../../support/shared-gallery.ts'
import { dragFiles } from '../support/input/drop.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, dialog, gone, heading, shown, words } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { drawing, uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { rows } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let owner: Member
let photos: http.Image[]
beforeAll(async () => {
  owner = await stage.daymark.user()
  photos = await uploadDrawings(stage.daymark, owner, 4)
})

async function openAlbum(title: string, images: http.Image[] = photos) {
  const album = await albumOf(owner, title, images)
  const opened = await stage.open(owner, `/albums/${album.id}`)
  await shown(heading(opened.page, title))
  return { ...opened, album, path: `/api/albums/${album.id}` }
}
const albumNow = async (path: string) => (await owner.get<http.AlbumDetail>(path)).body

describe('the album page', () => {
  it('its photos come first, however many links it has', async () => {
    const album = await albumOf(owner, 'Many links', photos)
    for (let n = 0; n < 5; n++) await newLink(owner, { album_id: album.id })
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    await shown(words(page, '5 active'))
    expect((await boxOf(tile(page, 'Dune 1.jpg'))).y).toBeLessThan(400)
  })
})

describe('files dropped on the album page', () => {
  it('L-AD-08 L-AD-16 L-AD-17 shows an overlay, takes the images and leaves out the rest', async () => {
    const { page, path } = await openAlbum('Dropped', [])
    const paths = filesOf({ 'Cliff.jpg': await drawing(7), 'notes.txt': 'no photo' })
    const drag = await dragFiles(page, paths)
    await shown(words(page, 'Drop Photos Here'))
    await shown(words(page, 'Release to upload your images'))
    await drag.drop()
    await gone(words(page, 'Drop Photos Here'))
    const uploader = dialog(page, 'Upload to Album')
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(1))
    await button(uploader, 'Upload All').click()
    await gone(uploader)
    await shown(tile(page, 'Cliff.jpg'))
    expect((await albumNow(path)).images.map(image => image.original_filename)).toEqual(['Cliff.jpg'])
  })
})
