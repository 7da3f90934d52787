import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import type { SignedInUser } from '../../support/accounts.ts'
import { uploadPhotos } from '../../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { button, byText, dialog, expectVisible } from '../support/find.ts'
import { tile } from '../support/grid.ts'

const browser = setUpBrowser()
let owner: SignedInUser
let photos: http.Image[]
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  photos = await uploadPhotos(browser.daymark, owner, 2)
})
const stored = async (n: number) => (await owner.get<http.Image>(`/api/images/${photos[n]?.id}`)).body.rating

it('rule 161 the keys 0 to 5 rate the photo that is shown, and its stars show and change the rating', async () => {
  const { page } = await browser.open(owner, '/')
  await tile(page, 'Beach 1.JPG').click()
  const viewer = dialog(page, 'Photo viewer')
  const rating = (name: string) => expectVisible(viewer.getByRole('group', { name, exact: true }))
  await rating('Not rated')
  await page.keyboard.press('4')
  await rating('Rating: 4 stars')
  await pollUntil(async () => expect(await stored(1)).toBe(4))

  await page.keyboard.press('ArrowRight')
  await rating('Not rated')
  await button(viewer, 'Rate 1 star').click()
  await rating('Rating: 1 star')
  await pollUntil(async () => expect(await stored(0)).toBe(1))
  await button(viewer, 'Remove the rating').click()
  await rating('Not rated')
  await page.keyboard.press('ArrowLeft')
  await rating('Rating: 4 stars')
  await page.keyboard.press('0')
  await rating('Not rated')
  await pollUntil(async () => expect([await stored(0), await stored(1)]).toEqual([0, 0]))

  await page.keyboard.press('?')
  await expectVisible(byText(dialog(page, 'Keyboard shortcuts'), 'Rate with stars'))
})
