import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { button, heading, link, list, navigation, shown, status, words } from '../support/find.ts'
import { colourOf, isPainted } from '../support/look.ts'
import { fail, hold, requestsOf } from '../support/network.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 7 })
})

const grid = (page: Page) => list(page, 'Photos')
const tiles = (page: Page) => grid(page).getByRole('listitem')
/** As a visitor comes: nobody asks who is signed in. */
async function visit(path: string, look: Parameters<typeof stage.open>[2] = {}) {
  const opened = await stage.open(null, path, look)
  await shown(opened.page.getByRole('heading', { level: 1 }))
  return opened
}

type Box = { x: number; y: number; width: number; height: number }
/** All in one moment: the page may still be moving. */
const boxesOf = (things: Locator): Promise<Box[]> =>
  things.evaluateAll(all =>
    all.map(one => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
/** Between neighbours side by side (x) that begin at the same height, or above each other (y) in the same column. */
function gapsBetween(boxes: Box[], along: 'x' | 'y', size: 'width' | 'height'): number[] {
  const across = along === 'x' ? 'y' : 'x'
  return boxes.flatMap(box => {
    const after = boxes.filter(other => Math.abs(other[across] - box[across]) < 1 && other[along] > box[along])
    const next = Math.min(...after.map(other => other[along]))
    return after.length ? [Math.round(next - box[along] - box[size])] : []
  })
}

describe('the public gallery', () => {
  it('S-PUB-01 S-PUB-02 S-PUB-04 L-ROUTE-09 shows title, description, count and photos without the application around', async () => {
    const { page, origin } = await stage.open(null, 'about:blank')
    const requests = requestsOf(page, /\/api\//)
    await page.goto(origin + shared.path)
    await shown(heading(page, 'Iceland'))
    await shown(words(page, 'A week in May'))
    await shown(words(page, '7 photos'))
    await pollUntil(async () => expect(await tiles(page).count()).toBe(7))
    await pollUntil(async () => expect(await isPainted(tiles(page).first())).toBe(true))
    expect(await navigation(page, 'Main').count()).toBe(0)
    // what is new is asked for when the gallery stands
    const later = /^(POST \/api\/shares\/track|GET .*\/news$)/
    expect(requests.filter(request => !later.test(request))).toEqual([`GET /api/shares/public/${shared.link.token}`])
  })

  it('S-PUB-21 S-PUB-14 is loading, then there', async () => {
    const { page } = await stage.open(null, '/login')
    const letGo = await hold(page, { url: '**/api/shares/public/*' })
    await page.goto(shared.path)
    await shown(status(page, /.*/).filter({ hasText: 'Loading...' }))
    letGo()
    await shown(heading(page, 'Iceland'))
  })

  it.each([
    [1700, 3, 8, 'lg'],
    [1280, 3, 8, 'md'],
    [900, 2, 8, 'md'],
    [768, 2, 6, 'md'],
    [440, 2, 6, 'sm'],
    [390, 1, 6, 'md'],
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

  it.each([
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    ['auto', 'dark', 'dark'],
    ['auto', 'light', 'light'],
  ] as const)(
    'S-PUB-16 S-PUB-17 a link with theme %s for a visitor who prefers %s is %s',
    async (theme, scheme, seen) => {
      const { body } = await shared.owner.post<http.Share>('/api/shares', { album_id: shared.album.id, theme })
      await stage.daymark.settle()
      const { page } = await visit(`/share/${body.token}`, { scheme })
      const { green } = await colourOf(page.locator('body'), 'background-color')
      expect(green < 60 ? 'dark' : green > 200 ? 'light' : green).toBe(seen)
    },
  )

  it('a gallery without photos says so', async () => {
    const { path } = await sharedAlbum(stage.daymark, { count: 0 })
    const { page } = await visit(path)
    await shown(words(page, 'No photos here yet'))
    expect(await link(page, 'Download Album (ZIP)').count()).toBe(0)
  })
})

describe('a link that opens nothing', () => {
  const unavailable = async (page: Page, sentence = 'This gallery link may have expired or been removed.') => {
    await shown(heading(page, 'Gallery Unavailable'))
    await shown(words(page, sentence))
    await shown(words(page, 'Please contact the photographer for a new link.'))
  }

  it('S-PUB-14 unknown: "Gallery Unavailable"', async () => {
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/status of 404/)
    await page.goto('/share/nobody-has-ever-made-this-link')
    await unavailable(page)
  })

  it('S-PUB-15 shows the message of the answer instead', async () => {
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/status of 410/)
    const body = JSON.stringify({ error: 'The wedding is over.' })
    await fail(page, { url: '**/api/shares/public/*' }, { status: 410, body })
    await page.goto(shared.path)
    await unavailable(page, 'The wedding is over.')
  })

  it('S-PUB-14 without a network it can be tried again', async () => {
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/ERR_FAILED/)
    const mend = await fail(page, { url: '**/api/shares/public/*' }, 'network')
    await page.goto(shared.path)
    await unavailable(page)
    await mend()
    await button(page, 'Try Again').click()
    await shown(heading(page, 'Iceland'))
  })
})

describe('a link with a password', () => {
  it('shows nothing, not even its title, before the right one', async () => {
    const { path } = await sharedAlbum(stage.daymark, {
      count: 1,
      share: { password: 'puffin', password_hint: 'A bird of Iceland' },
    })
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/status of 401/)
    await page.goto(path)
    await shown(heading(page, 'Private Gallery'))
    expect(await words(page, 'Iceland').count()).toBe(0)
    expect(await page.title()).not.toContain('Iceland')
    await shown(words(page, /A bird of Iceland/))
    const password = page.getByLabel('Password', { exact: true })
    // what password managers look for
    expect(await password.getAttribute('autocomplete')).toBe('current-password')
    expect(await page.locator('input[autocomplete=username]').inputValue()).toMatch(/^gallery /)
    expect(await button(page, 'Open Gallery').isDisabled()).toBe(true)
    await password.fill('gull')
    await button(page, 'Open Gallery').click()
    await shown(words(page, 'That is not the password of this gallery.'))
    expect(await password.inputValue()).toBe('gull')
    await button(page, 'Show password').click()
    expect(await password.getAttribute('type')).toBe('text')
    await password.fill('puffin')
    await password.press('Enter')
    await shown(heading(page, 'Iceland'))
    await pollUntil(async () => expect(await isPainted(tiles(page).first())).toBe(true))
    await page.reload()
    await shown(heading(page, 'Iceland'))
  })
})
