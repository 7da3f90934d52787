import { createAlbum, imageIds } from '../../support/photos.ts'
import { button, checkbox, dialog, expectHidden, heading, link, expectVisible, byText } from '../support/find.ts'
import { selectPhotos, tile, tileNames } from '../support/grid.ts'
import { eventuallyVisible } from '../support/time.ts'
import { uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

it('rule 25 a deletion is undone at once or restored from the trash; emptying the trash is final', async () => {
  const owner = await browser.daymark.createUser()
  const photos = await uploadSamples(browser.daymark, owner, 4)
  const album = await createAlbum(owner, 'Trip', photos)
  const { page } = await browser.open(owner, '/photos')
  page.on('dialog', question => void question.accept())

  await selectPhotos(page, 'Dune 4.jpg')
  await button(page, 'Delete Selected').click()
  await expectHidden(tile(page, 'Dune 4.jpg'))
  // a toast stays while the pointer is on it
  await button(page, 'Undo').hover()
  await expectVisible(page.getByRole('status').filter({ hasText: 'Photo deleted' }))
  await button(page, 'Undo').click()
  await expectVisible(tile(page, 'Dune 4.jpg'))

  await selectPhotos(page, 'Dune 3.jpg', 'Dune 4.jpg')
  const toastShown = await eventuallyVisible(page, '2 photos deleted')
  await button(page, 'Delete Selected').click()
  await toastShown()
  await link(page, 'Trash').click()
  await expectVisible(heading(page, 'Trash'))
  const [third, fourth] = [checkbox(page, 'Select Dune 3.jpg'), checkbox(page, 'Select Dune 4.jpg')]
  await expectVisible(third)
  const picture = page.getByRole('listitem').filter({ has: third }).locator('img')
  await pollUntil(async () =>
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
  )
  // with the keyboard only
  await third.focus()
  await page.keyboard.press('Space')
  await expectVisible(byText(page, '1 selected'))
  await button(page, 'Restore').focus()
  const restoredToast = await eventuallyVisible(page, '1 photo restored')
  await page.keyboard.press('Enter')
  await restoredToast()
  await expectHidden(third)
  await expectVisible(fourth)
  const { body } = await owner.get<{ images: { id: string }[] }>(`/api/albums/${album.id}`)
  expect(body.images.map(({ id }) => id)).toEqual(photos.slice(0, 3).map(({ id }) => id))

  await button(page, 'Empty Trash').click()
  await button(dialog(page, 'Empty the trash?'), 'Empty Trash').click()
  await expectVisible(heading(page, 'No photos in the trash'))
  expect(await imageIds(owner)).toHaveLength(3)
  await page.goto('/photos')
  await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 3.jpg', 'Dune 2.jpg', 'Dune 1.jpg']))
})
