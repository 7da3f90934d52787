import type { http } from '@daymark/contracts'
import type { Member } from '../../support/people.ts'
import { albumOf, tagOf } from '../../support/photos.ts'
import { button, checkbox, dialog, field, gone, group, has, list, shown, toolbar, words } from '../support/find.ts'
import { focused } from '../support/input/keys.ts'
import { scrollTop } from '../support/look.ts'
import { fail, requestsOf } from '../support/network.ts'
import { select, tile, tileNames } from '../support/grid.ts'
import { uploadDrawings } from '../support/photos.ts'
import { says } from '../support/input/says.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
beforeAll(async () => {
  owner = await stage.daymark.user()
  await uploadDrawings(stage.daymark, owner, 3)
})

/** Somebody with a few photos of their own, for tests that change things. */
async function newOwner(count: number) {
  const member = await stage.daymark.user()
  return { member, photos: await uploadDrawings(stage.daymark, member, count) }
}

describe('selecting', () => {
  it('L-PHOTO-06 L-PHOTO-07 L-PHOTO-17 L-GRID-07 has a checkbox on every tile, and bulk actions that wait for a choice', async () => {
    const { page } = await stage.open(owner, '/')
    await button(page, 'Select Images').click()
    const bar = toolbar(page, 'Selected photos')
    for (const name of ['Tag Selected', 'Add to Album', 'Delete Selected'])
      expect(await button(bar, name).isDisabled()).toBe(true)
    await has(list(page, 'Photos').getByRole('checkbox'), 3)
    await checkbox(page, 'Select Dune 2.jpg').check()
    await shown(words(bar, '1 selected'))
    for (const name of ['Tag Selected', 'Add to Album', 'Delete Selected'])
      expect(await button(bar, name).isEnabled()).toBe(true)
    await button(bar, 'Cancel').click()
    await gone(bar)
    await has(list(page, 'Photos').getByRole('checkbox'), 0)
  })

  it('L-PHOTO-13 L-GRID-09 the album picker says when there is no album', async () => {
    const { page } = await stage.open(owner, '/')
    await select(page, 'Dune 1.jpg')
    await button(page, 'Add to Album').click()
    const picker = dialog(page, 'Add to Album')
    await shown(words(picker, 'No albums available'))
    await shown(words(picker, 'Create an album first to organize your photos'))
  })

  it('L-GRID-08 L-PHOTO-17 L-PHOTO-18 L-ERR-06 adds to an album, one request per photo', async () => {
    const { member, photos } = await newOwner(3)
    const album = await albumOf(member, 'Coast', photos.slice(0, 1))
    const { page } = await stage.open(member, '/')
    await select(page, 'Dune 2.jpg', 'Dune 3.jpg')
    await button(page, 'Add to Album').click()
    const row = list(dialog(page, 'Add to Album'), 'Albums').getByRole('button', { name: /Coast/ })
    await shown(row)
    expect(await row.innerText()).toMatch(/1 photo/)
    const requests = requestsOf(page, /^POST/)
    const [said] = await Promise.all([says(page), row.click()])
    expect(said).toBe('Added 2 photos to album!')
    expect(requests).toEqual(Array.from({ length: 2 }, () => `POST /api/albums/${album.id}/images`))
    await shown(button(page, 'Select Images'))
    const { body } = await member.get<http.AlbumDetail>(`/api/albums/${album.id}`)
    expect(body.images).toHaveLength(3)
  })

  it('L-ERR-07 says when adding to an album failed, and keeps the selection', async () => {
    const { member } = await newOwner(1)
    const album = await albumOf(member, 'Coast')
    const { page, guard } = await stage.open(member, '/')
    guard.expect(/status of 500/, /Adding to the album failed/)
    await fail(page, { url: `**/api/albums/${album.id}/images` }, 500)
    await select(page, 'Dune 1.jpg')
    await button(page, 'Add to Album').click()
    const row = dialog(page, 'Add to Album').getByRole('button', { name: /Coast/ })
    const [said] = await Promise.all([says(page), row.click()])
    expect(said).toBe('Failed to add photos to album')
    await button(dialog(page, 'Add to Album'), 'Close').click()
    await shown(words(page, '1 selected'))
  })

  it('L-PHOTO-14 L-PHOTO-17 L-GRID-10 L-VAL-02 L-ERR-04 tags what is selected with old and new tags', async () => {
    const { member, photos } = await newOwner(2)
    await tagOf(member, 'sea')
    const { page } = await stage.open(member, '/')
    await select(page, 'Dune 1.jpg', 'Dune 2.jpg')
    await button(page, 'Tag Selected').click()
    const picker = dialog(page, 'Tag 2 selected')
    expect(await button(picker, 'Apply 0 Tag(s)').isDisabled()).toBe(true)
    expect(await button(picker, 'Add').isDisabled()).toBe(true)
    await field(picker, 'New tag').fill('   ')
    expect(await button(picker, 'Add').isDisabled()).toBe(true)
    await field(picker, 'New tag').fill('  wind ')
    await field(picker, 'New tag').press('Enter')
    await shown(button(picker, 'Apply 1 Tag(s)'))
    await group(picker, 'Tags').getByRole('button', { name: /^sea/ }).click()
    const [said] = await Promise.all([says(page), button(picker, 'Apply 2 Tag(s)').click()])
    expect(said).toBe('Added tag to 2 photos!')
    await shown(button(page, 'Select Images'))
    await shown(words(page, '2 tags'))
    const { body } = await member.get<http.Image>(`/api/images/${photos[0]?.id}`)
    expect(body.tags.map(tag => tag.label).sort()).toEqual(['sea', 'wind'])
  })

  it('L-ERR-03 L-ERR-05 says when tagging failed', async () => {
    const { member } = await newOwner(1)
    await tagOf(member, 'sea')
    const { page, guard } = await stage.open(member, '/')
    guard.expect(/status of 500/, /Tagging failed/, /Creating a tag failed/)
    await fail(page, { url: '**/api/tags', method: 'POST' }, 500)
    await fail(page, { url: '**/api/tags/apply' }, 500)
    await select(page, 'Dune 1.jpg')
    await button(page, 'Tag Selected').click()
    const picker = dialog(page, 'Tag 1 selected')
    await field(picker, 'New tag').fill('wind')
    const [notMade] = await Promise.all([says(page), button(picker, 'Add').click()])
    expect(notMade).toBe('Failed to create tag')
    await group(picker, 'Tags').getByRole('button', { name: /^sea/ }).click()
    const [notAdded] = await Promise.all([says(page), button(picker, 'Apply 1 Tag(s)').click()])
    expect(notAdded).toBe('Failed to add tag to photos')
  })

  it('L-VAL-10 L-VAL-11 L-STATE-03 L-PHOTO-19 asks before deleting and shows at once that they are gone', async () => {
    const { member } = await newOwner(4)
    const { page } = await stage.open(member, '/')
    await select(page, 'Dune 1.jpg')
    const [question] = await Promise.all([says(page, 'dismiss'), button(page, 'Delete Selected').click()])
    expect(question).toBe('Delete this photo? This cannot be undone.')
    expect(await checkbox(page, 'Select Dune 1.jpg').isChecked()).toBe(true)
    await checkbox(page, 'Select Dune 3.jpg').check()
    const [both] = await Promise.all([says(page), button(page, 'Delete Selected').click()])
    expect(both).toBe('Delete 2 photos? This cannot be undone.')
    await shown(words(page, 'Showing 1-2 of 2 photos'))
    await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 4.jpg', 'Dune 2.jpg']))
    await pollUntil(async () => expect((await member.get<http.ImageList>('/api/images')).body.total).toBe(2))
  })

  it('L-ERR-08 L-STATE-03 a photo that could not be deleted comes back', async () => {
    const { member, photos } = await newOwner(2)
    const { page, guard } = await stage.open(member, '/')
    guard.expect(/status of 500/, /DELETE \/api\/images\/\S+ failed/)
    await fail(page, { url: `**/api/images/${photos[0]?.id}`, method: 'DELETE' }, 500)
    await select(page, 'Dune 1.jpg', 'Dune 2.jpg')
    const messages = (async () => [await says(page), await says(page)])()
    await button(page, 'Delete Selected').click()
    expect(await messages).toEqual(['Delete 2 photos? This cannot be undone.', 'Failed to delete some photos'])
    await shown(words(page, 'Showing 1-1 of 1 photos'))
    await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 1.jpg']))
  })

  it('L-GRID-07 by keyboard: Space, Shift with Space for a range, Ctrl+A for all; Escape leaves on the same photo', async () => {
    const { member } = await newOwner(6)
    const { page } = await stage.open(member, '/')
    await button(page, 'Select Images').click()
    const bar = toolbar(page, 'Selected photos')
    await checkbox(page, 'Select Dune 5.jpg').focus()
    await page.keyboard.press('Space')
    await checkbox(page, 'Select Dune 2.jpg').focus()
    await page.keyboard.press('Shift+Space')
    await shown(words(bar, '4 selected'))
    expect(await checkbox(page, 'Select Dune 6.jpg').isChecked()).toBe(false)
    // this key is listened for by what is loaded after everything that is seen
    await pollUntil(async () => {
      await page.keyboard.press('Control+a')
      expect(await words(bar, '6 selected').count()).toBe(1)
    })
    await page.keyboard.press('Escape')
    await gone(bar)
    await focused(tile(page, 'Dune 2.jpg'))
  })

  it('L-GRID-07 Shift with a press selects everything in between', async () => {
    const { page } = await stage.open(owner, '/')
    await select(page, 'Dune 3.jpg')
    await checkbox(page, 'Select Dune 1.jpg').click({ modifiers: ['Shift'] })
    await shown(words(toolbar(page, 'Selected photos'), '3 selected'))
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })

  it('L-PHOTO-11 a reload after a bulk delete keeps the place on the page', async () => {
    const { member } = await newOwner(16)
    const { page } = await stage.open(member, '/')
    await shown(tile(page, 'Dune 16.jpg'))
    await button(page, 'Large view').click()
    await button(page, 'Select Images').click()
    const last = checkbox(page, 'Select Dune 8.jpg')
    await last.scrollIntoViewIfNeeded()
    await last.check()
    const before = await scrollTop(page.locator('body'))
    expect(before).toBeGreaterThan(300)
    await Promise.all([says(page), button(page, 'Delete Selected').click()])
    await shown(words(page, 'Showing 1-15 of 15 photos'))
    expect(await scrollTop(page.locator('body'))).toBeGreaterThan(before - 150)
  })
})
