import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  menuItem,
  navigation,
  expectVisible,
} from '../support/find.ts'
import { selectPhotos, tileNames } from '../support/grid.ts'
import { chooseMoreAction } from '../support/input/forms.ts'
import { boxOf } from '../support/look.ts'
import { axeViolations, horizontalOverflow, smallTargets } from '../support/reach/axe.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const section = (page: Page, name: string) => list(page, `Photos in ${name}`)
const holds = (page: Page, name: string, photos: string[]) =>
  pollUntil(async () => expect(await tileNames(page, new RegExp(`^Photos in ${name}$`))).toEqual(photos))
const grip = (page: Page, name: string) =>
  list(page, 'Photos in order').getByRole('button', { name: new RegExp(`^${name}, position`) })
const positions = (page: Page) =>
  list(page, 'Photos in order')
    .getByRole('button', { name: /, position/ })
    .evaluateAll(all => all.map(one => one.getAttribute('aria-label')?.replace(/, position.*/, '')))

async function addSection(page: Page, name: string) {
  await chooseMoreAction(page, 'Add Section')
  const form = dialog(page, 'Add section')
  await field(form, 'Name').fill(name)
  await button(form, 'Add Section').click()
  await expectHidden(form)
  await expectVisible(heading(page, name))
}
async function drag(page: Page, from: string, side: 'before' | 'after', to: string) {
  const [start, end] = [await boxOf(grip(page, from)), await boxOf(grip(page, to))]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  const x = end.x + end.width * (side === 'before' ? 0.2 : 0.8)
  await page.mouse.move(x, end.y + end.height / 2, { steps: 8 })
  await page.mouse.move(x + 1, end.y + end.height / 2)
  await page.mouse.up()
}
const isReachable = async (page: Page) => {
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
}

it('L-AD-13 rule 114 rule 115 an owner adds sections, moves photos into them, and drags and moves photos and headings by keyboard', async () => {
  const { owner, album } = await sharedAlbum(browser.daymark, { count: 4 })
  const { page } = await browser.open(owner, `/albums/${album.id}`)
  await addSection(page, 'Ceremony')
  await addSection(page, 'Party')
  await selectPhotos(page, 'Dune 3.jpg', 'Dune 4.jpg')
  await button(page, 'Move to Section…').click()
  const choice = dialog(page, 'Move 2 photos to section')
  await choice.getByRole('radio', { name: 'Ceremony' }).check()
  await button(choice, 'Move').click()
  await holds(page, 'Ceremony', ['Dune 3.jpg', 'Dune 4.jpg'])
  await isReachable(page)

  await button(page, 'Rearrange Photos').click()
  await pollUntil(async () =>
    expect(await positions(page)).toEqual([
      'First light',
      'Noon',
      'Section Ceremony',
      'Dune 3.jpg',
      'Dune 4.jpg',
      'Section Party',
    ]),
  )
  await drag(page, 'First light', 'after', 'Dune 3.jpg')
  await pollUntil(async () => expect((await positions(page))[0]).toBe('Noon'))
  await drag(page, 'Dune 4.jpg', 'before', 'First light')
  const dragged = ['Noon', 'Section Ceremony', 'Dune 3.jpg', 'Dune 4.jpg', 'First light', 'Section Party']
  await pollUntil(async () => expect(await positions(page)).toEqual(dragged))
  await grip(page, 'Section Ceremony').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await pollUntil(async () => expect((await positions(page))[0]).toBe('Section Ceremony'))
  await button(page, 'Done').click()
  await holds(page, 'Ceremony', ['Noon', 'Dune 3.jpg', 'Dune 4.jpg', 'First light'])
  await pollUntil(async () => {
    const { images } = (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body
    expect(images.map(({ title }) => title)).toEqual(['Noon', '', '', 'First light'])
    expect(new Set(images.map(image => image.section_id)).size).toBe(1)
  })

  await button(page, 'Section Ceremony').click()
  await menuItem(page, 'Rename').click()
  const form = dialog(page, 'Rename section')
  await field(form, 'Name').fill('The ceremony')
  await button(form, 'Save').click()
  await expectVisible(section(page, 'The ceremony'))
  await button(page, 'Section Party').click()
  await menuItem(page, 'Remove Heading').click()
  await expectHidden(heading(page, 'Party'))
})

describe('sections in a gallery', () => {
  const divided = async () => {
    const shared = await sharedAlbum(browser.daymark, { count: 4 })
    const { owner, album, photos } = shared
    for (const [n, name] of [
      [1, 'Getting ready'],
      [2, 'Ceremony'],
    ] as const)
      await owner.post(`/api/albums/${album.id}/sections`, { name, before_image_id: photos[n]?.id as string })
    await browser.daymark.settle()
    return shared
  }
  const photos = (page: Page) => list(page, 'Photos').getByRole('listitem')
  const tabs = (page: Page) => navigation(page, 'Sections')

  it('rule 116 are tabs with counts; the address keeps the tab, the viewer stays in it, and it can be downloaded', async () => {
    const { path } = await divided()
    const { page } = await browser.open(null, path)
    await expectVisible(link(tabs(page), 'All 4 photos'))
    await isReachable(page)
    await link(tabs(page), 'Ceremony 2 photos').click()
    await pollUntil(async () => expect(await photos(page).count()).toBe(2))
    await photos(page).first().getByRole('button', { name: /^Open/ }).click()
    const viewer = dialog(page, 'Photo viewer')
    await expectVisible(viewer)
    await button(viewer, 'Close').click()
    await expectHidden(viewer)
    expect(await photos(page).count()).toBe(2)
    await page.reload()
    await pollUntil(async () => expect(await photos(page).count()).toBe(2))
    expect(
      await tabs(page)
        .getByRole('link', { name: /Ceremony/ })
        .getAttribute('aria-current'),
    ).toBe('true')
    await button(page, 'Download Section').click()
    const choice = dialog(page, 'Download 2 photos')
    const [file] = await Promise.all([page.waitForEvent('download'), button(choice, 'Download').click()])
    expect(file.suggestedFilename()).toBe('Iceland.zip')
    await link(tabs(page), 'All 4 photos').click()
    await pollUntil(async () => expect(await photos(page).count()).toBe(4))
    await pollUntil(() => expect(new URL(page.url()).search).toBe(''))
  })

  it('rule 116 on a phone the tabs scroll sideways and the page does not', async () => {
    const { path, owner, album, photos: all } = await divided()
    const name = 'A long evening with everybody who came from far away'
    await owner.post(`/api/albums/${album.id}/sections`, { name, before_image_id: all[3]?.id as string })
    await browser.daymark.settle()
    const { page } = await browser.open(null, path, { device: 'phone', scheme: 'dark' })
    await expectVisible(link(tabs(page), 'All 4 photos'))
    expect(
      await tabs(page)
        .getByRole('list')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    ).toBe(true)
    await link(tabs(page), `${name} 1 photo`).click()
    await pollUntil(async () => expect((await boxOf(link(tabs(page), `${name} 1 photo`))).x).toBeLessThan(390 / 2))
    await link(tabs(page), 'Getting ready 1 photo').click()
    await pollUntil(async () => expect(await photos(page).count()).toBe(1))
    await isReachable(page)
    expect(await smallTargets(page, 24)).toEqual([])
  })
})
