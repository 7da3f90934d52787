import type { http } from '@daymark/contracts'
import { albumOf } from '../../support/photos.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, checkbox, dialog, gone, list, menuItem, shown, words } from '../support/find.ts'
import { select, tile } from '../support/grid.ts'
import { drawing, uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)

it('rules 110 111 one photo gets another file by the picker, and its earlier version comes back', async () => {
  const owner = await stage.daymark.user()
  const [photo] = (await uploadDrawings(stage.daymark, owner, 1)) as [http.Image]
  const { page } = await stage.open(owner, '/')
  page.on('dialog', question => void question.accept())
  await tile(page, 'Dune 1.jpg').click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Show Info').click()
  await button(viewer, 'Replace File…').click()
  const replacing = dialog(page, 'Replace File')
  await shown(words(replacing, 'Choose the file that takes the place of Dune 1.jpg.'))
  const [path = ''] = filesOf({ 'Dune 1-Edit.jpg': await drawing(7, 800, 500) })
  await choose(page, button(replacing, 'Choose File'), [path])
  await shown(words(list(replacing, 'Files being replaced'), 'Replaced'))
  await button(replacing, 'Done').click()
  await shown(words(viewer, '800 × 500'))
  const shownUrl = () =>
    viewer.locator('img').evaluateAll(images => (images as HTMLImageElement[]).map(({ src }) => new URL(src).pathname))
  await pollUntil(async () => {
    const urls = await shownUrl()
    expect(urls.some(url => /~1-\w{4}\.jpg/.test(url))).toBe(true)
    expect(urls.filter(url => url === photo.url)).toEqual([])
  })

  await button(viewer, 'Earlier Version…').click()
  const earlier = dialog(page, 'Earlier Version')
  const picture = earlier.getByRole('img', { name: 'Earlier version of Dune 1.jpg' })
  await pollUntil(async () =>
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(photo.width),
  )
  await button(earlier, 'Bring Back').click()
  await gone(earlier)
  await shown(words(viewer, '600 × 400'))
  await button(viewer, 'Earlier Version…').click()
  await shown(words(earlier, /800 × 500/))
  await button(earlier, 'Remove').click()
  await gone(earlier)
  await gone(button(viewer, 'Earlier Version…'))
})

it('rule 112 files find their photos by name over a selection and in an album; what is unclear is told', async () => {
  const owner = await stage.daymark.user()
  const photos = await uploadDrawings(stage.daymark, owner, 3)
  const album = await albumOf(owner, 'Trip', photos)
  const { page } = await stage.open(owner, '/')
  await select(page, 'Dune 1.jpg', 'Dune 2.jpg')
  await button(page, 'Replace Files').click()
  const replacing = dialog(page, 'Replace Files')
  const files = filesOf({
    ...{ 'dune 1.JPG': await drawing(7, 900, 500), 'Dune 2-Edit.jpg': await drawing(8, 700, 500) },
    ...{ 'Dune 3.jpg': await drawing(9), 'Other.jpg': await drawing(10) },
  })
  await choose(page, button(replacing, 'Choose Files'), files)
  await shown(words(list(replacing, 'Matched'), 'Dune 1.jpg'))
  await shown(words(replacing, 'Dune 3.jpg, Other.jpg'))
  await shown(button(replacing, 'Replace 1 File'))
  const perhaps = checkbox(replacing, 'Replace Dune 2.jpg by Dune 2-Edit.jpg')
  await perhaps.focus()
  await page.keyboard.press('Space')
  await button(replacing, 'Replace 2 Files').click()
  const done = words(list(replacing, 'Files being replaced'), 'Replaced')
  await pollUntil(async () => expect(await done.count()).toBe(2))
  await button(replacing, 'Done').click()
  const sizes = async () =>
    (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body.images.map(image => [image.id, image.width])
  const [first, second, third] = photos
  await pollUntil(async () =>
    expect(await sizes()).toEqual([
      [first?.id, 900],
      [second?.id, 700],
      [third?.id, 400],
    ]),
  )

  await page.goto(`/albums/${album.id}`)
  await button(page, 'More actions').click()
  await menuItem(page, 'Replace Files').click()
  await choose(page, button(replacing, 'Choose Files'), filesOf({ 'Dune 3.jpg': await drawing(9, 480, 600) }))
  await button(replacing, 'Replace 1 File').click()
  await shown(words(list(replacing, 'Files being replaced'), 'Replaced'))
  await pollUntil(async () => expect((await sizes())[2]).toEqual([third?.id, 480]))
})
