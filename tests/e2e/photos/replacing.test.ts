import type { http } from '@daymark/contracts'
import { createAlbum } from '../../support/photos.ts'
import { createFiles, removeFolders, chooseFiles } from '../support/files.ts'
import { button, checkbox, dialog, expectHidden, list, menuItem, expectVisible, byText } from '../support/find.ts'
import { selectPhotos, tile } from '../support/grid.ts'
import { sampleJpeg, uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)

it('rules 110 111 the file of a photo is replaced, and its earlier version is restored', async () => {
  const owner = await browser.daymark.createUser()
  const [photo] = (await uploadSamples(browser.daymark, owner, 1)) as [http.Image]
  const { page } = await browser.open(owner, '/')
  await tile(page, 'Dune 1.jpg').click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Show Info').click()
  await button(viewer, 'Replace File…').click()
  const replacing = dialog(page, 'Replace File')
  await expectVisible(byText(replacing, 'Choose the file that replaces Dune 1.jpg.'))
  const [path = ''] = createFiles({ 'Dune 1-Edit.jpg': await sampleJpeg(7, 800, 500) })
  await chooseFiles(page, button(replacing, 'Choose File'), [path])
  await expectVisible(byText(list(replacing, 'Files being replaced'), 'Replaced'))
  await button(replacing, 'Done').click()
  await expectVisible(byText(viewer, '800 × 500'))
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
  await button(earlier, 'Restore').click()
  await expectHidden(earlier)
  await expectVisible(byText(viewer, '600 × 400'))
  await button(viewer, 'Earlier Version…').click()
  await expectVisible(byText(earlier, /800 × 500/))
  await button(earlier, 'Delete').click()
  await button(dialog(page, 'Delete the earlier version?'), 'Delete').click()
  await expectHidden(earlier)
  await expectHidden(button(viewer, 'Earlier Version…'))
})

it('rule 112 files are matched with the photos of a selection or album by name; unclear matches are shown', async () => {
  const owner = await browser.daymark.createUser()
  const photos = await uploadSamples(browser.daymark, owner, 3)
  const album = await createAlbum(owner, 'Trip', photos)
  const { page } = await browser.open(owner, '/')
  await selectPhotos(page, 'Dune 1.jpg', 'Dune 2.jpg')
  await button(page, 'Replace Files').click()
  const replacing = dialog(page, 'Replace Files')
  const files = createFiles({
    'dune 1.JPG': await sampleJpeg(7, 900, 500),
    'Dune 2-Edit.jpg': await sampleJpeg(8, 700, 500),
    'Dune 3.jpg': await sampleJpeg(9),
    'Other.jpg': await sampleJpeg(10),
  })
  await chooseFiles(page, button(replacing, 'Choose Files'), files)
  await expectVisible(byText(list(replacing, 'Matched'), 'Dune 1.jpg'))
  await expectVisible(byText(replacing, 'Dune 3.jpg, Other.jpg'))
  await expectVisible(button(replacing, 'Replace 1 File'))
  const perhaps = checkbox(replacing, 'Replace Dune 2.jpg with Dune 2-Edit.jpg')
  await perhaps.focus()
  await page.keyboard.press('Space')
  await button(replacing, 'Replace 2 Files').click()
  const done = byText(list(replacing, 'Files being replaced'), 'Replaced')
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
  await chooseFiles(
    page,
    button(replacing, 'Choose Files'),
    createFiles({ 'Dune 3.jpg': await sampleJpeg(9, 480, 600) }),
  )
  await button(replacing, 'Replace 1 File').click()
  await expectVisible(byText(list(replacing, 'Files being replaced'), 'Replaced'))
  await pollUntil(async () => expect((await sizes())[2]).toEqual([third?.id, 480]))
})
