import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createTag } from '../../support/photos.ts'
import { button, field, expectHidden, link, list, expectVisible } from '../support/find.ts'
import { expectFocused } from '../support/input/keys.ts'
import { boxOf, colorOf } from '../support/look.ts'
import { recordRequests } from '../support/network.ts'
import { uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const card = (page: Page, name: string | RegExp) => link(list(page, 'Tags'), name)
const dot = (page: Page, name: string | RegExp) => card(page, name).locator('[style*="background"]').last()

describe('many tags', () => {
  let owner: SignedInUser
  beforeAll(async () => {
    owner = await browser.daymark.createUser()
    const [photo] = await uploadSamples(browser.daymark, owner, 1)
    const labels = Array.from({ length: 300 }, (_, n) => `tag ${n}`)
    const ids: string[] = []
    for (const label of labels) ids.push((await createTag(owner, label)).id)
    for (let at = 0; at < ids.length; at += 100)
      await owner.post('/api/tags/apply', { image_ids: [photo?.id], tag_ids: ids.slice(at, at + 100) })
  })

  it('L-TAGP-01 L-TAGP-03 L-TAGP-11 only the cards near the viewport are rendered and request photos', async () => {
    const { page } = await browser.open(owner, '/login')
    const previews = recordRequests(page, /^GET \/api\/images\?tag_id=.*&limit=12$/)
    await page.goto('/tags')
    await expectVisible(card(page, 'tag 0 1 photo'))
    await pollUntil(() => expect(previews.length).toBeGreaterThan(5))
    expect(await list(page, 'Tags').getByRole('listitem').count()).toBeLessThan(40)
    // a page that connects late reads again
    expect(new Set(previews).size).toBeLessThan(40)
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('299')
    await expectHidden(card(page, 'tag 0 1 photo'))
    await expectVisible(card(page, 'tag 299 1 photo'))
    await pollUntil(() => expect(new URL(page.url()).search).toBe('?q=299'))
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('')
    await expectVisible(card(page, 'tag 0 1 photo'))
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectVisible(card(page, 'tag 299 1 photo'))
    expect(await list(page, 'Tags').getByRole('listitem').count()).toBeLessThan(40)
  })

  it('L-TAGP-05 by keyboard: edit, choose a color, save; Escape closes one layer at a time', async () => {
    const { page } = await browser.open(owner, '/tags?q=tag%207')
    await card(page, 'tag 7 1 photo').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator(':focus[role=menuitem]').waitFor()
    await page.keyboard.press('Enter')
    await expectVisible(field(page, 'Tag name').and(page.locator(':focus')))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator(':focus[type=radio]').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expectVisible(field(page, 'Tag name'))
    await expectFocused(button(page, 'Color: Indigo'))
    const inside = await boxOf(page.getByRole('form', { name: 'Edit tag 7' }))
    const around = await boxOf(list(page, 'Tags').getByRole('listitem').first())
    expect(inside.width).toBeLessThanOrEqual(around.width)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectHidden(field(page, 'Tag name'))
    expect(await colorOf(dot(page, 'tag 7 1 photo'), 'background-color')).toEqual({ red: 99, green: 102, blue: 241 })
    await expectFocused(card(page, 'tag 7 1 photo'))
  })
})
