import type { Locator, Page } from 'playwright-core'
import { button, heading, list, expectVisible, byText } from '../support/find.ts'
import { isPainted, layoutShift } from '../support/look.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 7 })
})

const grid = (page: Page) => list(page, 'Photos')
const tiles = (page: Page) => grid(page).getByRole('listitem')
/** The page of a visitor does not check the session. */
async function visit(path: string, options: Parameters<typeof browser.open>[2] = {}) {
  const opened = await browser.open(null, path, options)
  await expectVisible(opened.page.getByRole('heading', { level: 1 }))
  return opened
}

type Box = { x: number; y: number; width: number; height: number }
/** Measures all boxes at once, because the page may still move. */
const boxesOf = (things: Locator): Promise<Box[]> =>
  things.evaluateAll(all =>
    all.map(one => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
/** Gaps between neighbors with the same top (x) or in the same column (y). */
function gapsBetween(boxes: Box[], along: 'x' | 'y', size: 'width' | 'height'): number[] {
  const across = along === 'x' ? 'y' : 'x'
  return boxes.flatMap(box => {
    const after = boxes.filter(other => Math.abs(other[across] - box[across]) < 1 && other[along] > box[along])
    const next = Math.min(...after.map(other => other[along]))
    return after.length ? [Math.round(next - box[along] - box[size])] : []
  })
}

describe('the public gallery', () => {
  it.each([
    [1280, 3, 8, 'md'],
    [768, 2, 6, 'md'],
  ])('S-PUB-19 S-PUB-20 %i px wide: %i columns, a gap of %i, size %s', async (width, columns, gap, size) => {
    const { page } = await visit(shared.path, { width })
    await pollUntil(async () => {
      const boxes = await boxesOf(tiles(page))
      expect(boxes.length).toBeGreaterThan(3)
      const lefts = [...new Set(boxes.map(({ x }) => Math.round(x)))].sort((a, b) => a - b)
      expect(lefts).toHaveLength(columns)
      const gaps = [...gapsBetween(boxes, 'x', 'width'), ...gapsBetween(boxes, 'y', 'height')]
      expect(gaps.length).toBeGreaterThan(2)
      expect(new Set(gaps)).toEqual(new Set([gap]))
    })
    expect(await tiles(page).first().locator('img').getAttribute('src')).toContain(`/media/share/${size}/`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
})

describe('the first screen of the page', () => {
  const cover = (page: Page) => page.locator('header img')
  let path: string
  beforeAll(async () => {
    const { owner, album, photos, path: at } = await sharedAlbum(browser.daymark, { count: 5 })
    // drawings are too small to be chosen automatically
    await owner.patch(`/api/albums/${album.id}`, { cover_image_id: photos[0]?.id, header_layout: 'hero' })
    await browser.daymark.settle()
    path = at
  })

  it('S-PUB-02 has the title and the cover without the application and without any call', async () => {
    const { page, guard } = await browser.open(null, '/login')
    await page.goto('about:blank')
    guard.expect(/ERR_FAILED/)
    await page.route(/\/assets\/.*\.js$|\/api\//, route => route.abort())
    await page.goto(path)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Iceland' }))
    await pollUntil(async () => expect(await isPainted(cover(page))).toBe(true))
  })

  it.each(['desktop', 'phone'] as const)(
    'S-PUB-02 the application takes it over, without loading its picture again and without a shift, on a %s',
    async device => {
      const { page } = await browser.open(null, '/login', { device })
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          Object.assign(window, { first: document.querySelector('#first-screen img') })
        })
      })
      await page.goto(path)
      await pollUntil(async () => expect(await page.locator('#first-screen').count()).toBe(0))
      expect(await isPainted(cover(page))).toBe(true)
      expect(await cover(page).evaluate(image => image === (window as { first?: unknown }).first)).toBe(true)
      await pollUntil(async () => expect(await isPainted(tiles(page).nth(1))).toBe(true))
      expect(await layoutShift(page)).toBe(0)
      await tiles(page).nth(1).getByRole('button', { name: /^Open/ }).click()
      await expectVisible(page.getByRole('dialog', { name: 'Photo viewer' }))
    },
  )
})

describe('a link with a password', () => {
  it('shows nothing, not even its title, before the right password', async () => {
    const { path } = await sharedAlbum(browser.daymark, {
      count: 1,
      share: { password: 'puffin', password_hint: 'A bird of Iceland' },
    })
    const { page, guard } = await browser.open(null, '/login')
    guard.expect(/status of 401/)
    await page.goto(path)
    await expectVisible(heading(page, 'Private Gallery'))
    expect(await byText(page, 'Iceland').count()).toBe(0)
    expect(await page.title()).not.toContain('Iceland')
    await expectVisible(byText(page, /A bird of Iceland/))
    const password = page.getByLabel('Password', { exact: true })
    // fields that password managers look for
    expect(await password.getAttribute('autocomplete')).toBe('current-password')
    expect(await page.locator('input[autocomplete=username]').inputValue()).toMatch(/^gallery /)
    expect(await button(page, 'Open Gallery').isDisabled()).toBe(true)
    await password.fill('gull')
    await button(page, 'Open Gallery').click()
    await expectVisible(byText(page, 'Wrong password.'))
    expect(await password.inputValue()).toBe('gull')
    await button(page, 'Show password').click()
    expect(await password.getAttribute('type')).toBe('text')
    await password.fill('puffin')
    await password.press('Enter')
    await expectVisible(heading(page, 'Iceland'))
    await pollUntil(async () => expect(await isPainted(tiles(page).first())).toBe(true))
    await page.reload()
    await expectVisible(heading(page, 'Iceland'))
  })
})
