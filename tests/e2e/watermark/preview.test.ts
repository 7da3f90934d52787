import * as watermark from '../support/watermark.ts'
import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { stem } from '../../support/shared-gallery.ts'
import { createFiles, removeFolders, chooseFiles } from '../support/files.ts'
import { button, expectHidden, byText } from '../support/find.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)

const SHAPES = {
  landscape: { photo: [1200, 800], preview: 'Landscape' },
  portrait: { photo: [800, 1200], preview: 'Portrait' },
  square: { photo: [900, 900], preview: 'Landscape' },
} as const
type Shape = keyof typeof SHAPES
type Box = ReturnType<typeof watermark.watermarkBox>
const SIDES = ['left', 'right', 'top', 'bottom'] as const
type Case = [shape: Shape, size: 'sm' | 'md', settings: { x: number; y: number; opacity: number; width: number }]
const CASES: Case[] = [
  ['landscape', 'md', { x: 50, y: 50, opacity: 0.35, width: 20 }],
  ['landscape', 'sm', { x: 0, y: 100, opacity: 1, width: 50 }],
  ['landscape', 'md', { x: 33, y: 7, opacity: 0.7, width: 5 }],
  ['portrait', 'md', { x: 100, y: 0, opacity: 0.35, width: 50 }],
  ['portrait', 'sm', { x: 13, y: 88, opacity: 0.5, width: 33 }],
  ['square', 'md', { x: 100, y: 100, opacity: 0.15, width: 27 }],
  ['square', 'sm', { x: 0, y: 0, opacity: 1, width: 5 }],
]

describe('the preview is what visitors will see', () => {
  let owner: SignedInUser
  const photos = {} as Record<Shape, http.Image>
  let page: Page
  beforeAll(async () => {
    owner = await watermark.withLogo(browser.daymark)
    for (const [shape, { photo }] of Object.entries(SHAPES)) {
      const [width, height] = photo
      const file = { name: `${shape}.jpg`, bytes: await watermark.softPhoto(width, height), type: 'image/jpeg' }
      photos[shape as Shape] = (await owner.upload<http.Image>('/api/images', file)).body
    }
    await browser.daymark.settle()
  })

  /** The rendered preview at its own size: one pixel of it is one on screen. */
  async function shot(shape: 'Landscape' | 'Portrait', { width, height }: watermark.Grayscale) {
    const picture = watermark.preview(page, shape)
    await pollUntil(async () =>
      expect(await picture.evaluate(one => getComputedStyle(one).aspectRatio)).toBe(`${width} / ${height}`),
    )
    await picture.evaluate((one, size) => {
      Object.assign(one.style, {
        position: 'fixed',
        inset: '0 auto auto 0',
        zIndex: '999',
        width: `${size}px`,
        borderRadius: '0',
      })
    }, width)
    const seen = await picture.screenshot({ scale: 'css' })
    await picture.evaluate(one => Object.assign(one.style, { position: '', inset: '', zIndex: '', width: '' }))
    return watermark.grayscaleOf(seen)
  }

  async function set(shape: 'Landscape' | 'Portrait', { x, y, opacity, width }: Case[2]) {
    const region = page.getByRole('region', { name: shape })
    await watermark.slider(page, 'Opacity').fill(String(opacity))
    await watermark.slider(page, 'Size').fill(String(width))
    await watermark.slider(region, 'X').fill(String(x))
    await watermark.slider(region, 'Y').fill(String(y))
    const save = button(page, 'Save Settings')
    if (await save.isDisabled()) return
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
    await save.click()
    expect((await saved).status()).toBe(200)
    // nothing can be saved until the page has read the settings again
    await expectHidden(byText(page, 'Unsaved changes'))
  }

  it('rule 41 S-WM-04 within one pixel and two levels, in every shape and size', async () => {
    ;({ page } = await browser.open(owner, '/watermark', { width: 1400 }))
    await page.setViewportSize({ width: 1400, height: 1300 })
    // No toast may cover the picture during the comparison.
    await page.addStyleTag({ content: '[popover] { display: none !important }' })
    await watermark.openPosition(page)
    for (const [shape, size, settings] of CASES) {
      const { preview } = SHAPES[shape]
      const name = `${stem(photos[shape].filename)}.jpg`
      const plain = (await owner.get(`/media/variants/${size}/${name}`)).bytes
      await chooseFiles(page, button(page, 'Test Image'), createFiles({ [`${shape} ${size}.jpg`]: plain }))
      await set(preview, settings)
      const rendition = await owner.get(`/media/watermarked/${size}/${name}`)
      expect(rendition.status).toBe(200)
      const [bare, marked] = [await watermark.grayscaleOf(plain), await watermark.grayscaleOf(rendition.bytes)]
      const seen = await shot(preview, bare)
      expect({ ...seen, at: null }).toEqual({ ...marked, at: null })
      // At least half of the contribution of the translucent half.
      const least = (255 - 128) * 0.5 * settings.opacity * 0.5
      const [asShown, asMade] = [seen, marked].map(picture => watermark.watermarkBox(picture, bare, least)) as [
        Box,
        Box,
      ]
      const apart = SIDES.map(side => Math.abs(asShown[side] - asMade[side]))
      expect([shape, size, Math.max(...apart) <= 1, asShown, asMade]).toEqual([shape, size, true, asShown, asMade])
      const difference = watermark.largestDifference(seen, marked, asMade)
      expect([shape, size, difference, difference <= 2]).toEqual([shape, size, difference, true])
    }
  })
})
