import type { Page } from 'playwright-core'
import { createAlbum } from '../../../support/photos.ts'
import { button, checkbox, dialog, heading, expectVisible } from '../find.ts'
import { uploadSamples } from '../photos.ts'
import type { RunningProduct, SignedInUser } from '../../../support/accounts.ts'
import type { Screen } from '../grid.ts'

const NAMES = ['Dune 1.jpg', 'Dune 2.jpg']

/** Creates a user with two photos and an album in the trash. */
export async function withTrash(daymark: RunningProduct): Promise<SignedInUser> {
  const owner = await daymark.createUser()
  const photos = await uploadSamples(daymark, owner, NAMES.length)
  const album = await createAlbum(owner, 'A rather long title of an album that was thrown away', photos)
  for (const { id } of photos) await owner.delete(`/api/images/${id}`)
  await owner.delete(`/api/albums/${album.id}`)
  return owner
}

const chosen = async (page: Page) => {
  await checkbox(page, 'Select Dune 2.jpg').check()
  await expectVisible(button(page, 'Restore'))
}

export const emptyTrash: Screen[] = [
  { name: 'empty trash', path: '/trash', reach: page => expectVisible(heading(page, 'No photos in the trash')) },
]
export const trash: Screen[] = [
  { name: 'trash', path: '/trash', reach: page => expectVisible(checkbox(page, 'Select Dune 2.jpg')) },
  { name: 'trash, selected', path: '/trash', reach: chosen },
  {
    name: 'albums in the trash',
    path: '/trash',
    async reach(page) {
      await page.getByRole('tab', { name: 'Albums (1)' }).click()
      await expectVisible(checkbox(page, /^Select A rather long/))
    },
  },
  {
    name: 'deleting permanently',
    path: '/trash',
    async reach(page) {
      await chosen(page)
      await button(page, 'Delete Permanently').click()
      await expectVisible(dialog(page, 'Delete 1 photo permanently?'))
    },
  },
]
