import { newLink } from '../../support/shared-gallery.ts'
import { albumOf } from '../../support/photos.ts'
import { heading, link, list, navigation, shown, words } from '../support/find.ts'
import { uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'

const stage = setStage()

describe('the shares overview', () => {
  it('S-OVER-01 S-OVER-02 S-OVER-06 S-OVER-07 leads from the navigation to the albums', async () => {
    const owner = await stage.daymark.user()
    const photos = await uploadDrawings(stage.daymark, owner, 1)
    const [shared] = [await albumOf(owner, 'Iceland', photos), await albumOf(owner, 'Private')]
    const made = await newLink(owner, { album_id: shared.id })
    await stage.daymark.settle()
    const { page } = await stage.open(owner, '/')
    await link(navigation(page, 'Main'), 'Shares').click()
    await shown(heading(page, 'Shares'))
    await shown(words(page, 'Share Links Overview'))
    await shown(words(page, '1/1 active'))
    await shown(words(page, `${made.token.slice(0, 8)}…`))
    await shown(link(list(page, 'Albums without Shares'), /^Private/))
    await page
      .locator('li', { has: page.getByRole('heading', { name: 'Iceland' }) })
      .click({ position: { x: 20, y: 20 } })
    await page.waitForURL(`**/albums/${shared.id}`)
  })

  it('S-OVER-08 L-NAV-05 is empty at first, and in the bottom bar of a phone', async () => {
    const { page } = await stage.open(await stage.daymark.user(), '/', { device: 'phone' })
    await link(navigation(page, 'Main'), 'Shares').tap()
    await shown(heading(page, 'No share links yet'))
  })
})
