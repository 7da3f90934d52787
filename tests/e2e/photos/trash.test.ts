import { albumOf, imageIds } from '../../support/photos.ts'
import { button, checkbox, dialog, gone, heading, link, shown, words } from '../support/find.ts'
import { select, tile, tileNames } from '../support/grid.ts'
import { coming } from '../support/lasting.ts'
import { uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()

it('rule 25 what was deleted is undone at once, or brought back from the trash; what is deleted there is gone', async () => {
  const owner = await stage.daymark.user()
  const photos = await uploadDrawings(stage.daymark, owner, 4)
  const album = await albumOf(owner, 'Trip', photos)
  const { page } = await stage.open(owner, '/photos')
  page.on('dialog', question => void question.accept())

  await select(page, 'Dune 4.jpg')
  await button(page, 'Delete Selected').click()
  await gone(tile(page, 'Dune 4.jpg'))
  // it goes by itself, but not from under the pointer
  await button(page, 'Undo').hover()
  await shown(page.getByRole('status').filter({ hasText: 'Photo deleted' }))
  await button(page, 'Undo').click()
  await shown(tile(page, 'Dune 4.jpg'))

  await select(page, 'Dune 3.jpg', 'Dune 4.jpg')
  const told = await coming(page, '2 photos deleted')
  await button(page, 'Delete Selected').click()
  await told()
  await link(page, 'Trash').click()
  await shown(heading(page, 'Trash'))
  const [third, fourth] = [checkbox(page, 'Select Dune 3.jpg'), checkbox(page, 'Select Dune 4.jpg')]
  await shown(third)
  const picture = page.getByRole('listitem').filter({ has: third }).locator('img')
  await pollUntil(async () =>
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
  )
  // by keyboard alone
  await third.focus()
  await page.keyboard.press('Space')
  await shown(words(page, '1 selected'))
  await button(page, 'Restore').focus()
  const restored = await coming(page, '1 photo restored')
  await page.keyboard.press('Enter')
  await restored()
  await gone(third)
  await shown(fourth)
  const { body } = await owner.get<{ images: { id: string }[] }>(`/api/albums/${album.id}`)
  expect(body.images.map(({ id }) => id)).toEqual(photos.slice(0, 3).map(({ id }) => id))

  await button(page, 'Empty Trash').click()
  await button(dialog(page, 'Empty the trash?'), 'Empty Trash').click()
  await shown(heading(page, 'No photos in the trash'))
  expect(await imageIds(owner)).toHaveLength(3)
  await page.goto('/photos')
  await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 3.jpg', 'Dune 2.jpg', 'Dune 1.jpg']))
})
