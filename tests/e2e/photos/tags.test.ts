import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createTag } from '../../support/photos.ts'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  menuItem,
  expectVisible,
  byText,
} from '../support/find.ts'
import { expectFocused } from '../support/input/keys.ts'
import { selectPhotos, tile, tileNames } from '../support/grid.ts'
import { boxOf, colorOf, isPainted } from '../support/look.ts'
import { recordRequests } from '../support/network.ts'
import { uploadSamples } from '../support/photos.ts'
import { answerNativeDialog } from '../support/input/forms.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const card = (page: Page, name: string | RegExp) => link(list(page, 'Tags'), name)
const dot = (page: Page, name: string | RegExp) => card(page, name).locator('[style*="background"]').last()
const GREEN = { red: 34, green: 197, blue: 94 }

async function manage(page: Page, label: string, action: 'Edit' | 'Delete') {
  await button(page, `Actions for ${label}`).click()
  await menuItem(page, action).and(page.locator(':visible')).click()
}
const choose = async (page: Page, color: string) => {
  await button(page, /^Color: /)
    .last()
    .click()
  await page.getByRole('radio', { name: color, exact: true }).and(page.locator(':visible')).click()
}

/** All request bodies in one string. */
function sentBy(page: Page) {
  const sent: string[] = []
  page.on('request', request => sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers())))
  return () => sent.join('\n').toLowerCase()
}

it('L-ROUTE-08 L-TAGP-02 L-TAGP-05 L-TAGP-06 L-TAGP-07 L-TAGP-09 L-TAGP-10 L-TM-04 L-VAL-14 a tag is created, applied, edited and deleted; its color is never sent to the server', async () => {
  const owner = await browser.daymark.createUser()
  await uploadSamples(browser.daymark, owner, 6)
  const { page } = await browser.open(owner, '/tags')
  const sent = sentBy(page)
  await expectVisible(heading(page, 'No tags yet'))
  await choose(page, 'Green')
  await expectVisible(button(page, 'Color: Green'))
  await field(page, 'New tag').fill('  sea ')
  await field(page, 'New tag').press('Enter')
  await expectVisible(card(page, 'sea 0 photos'))
  expect(await colorOf(dot(page, /^sea/), 'background-color')).toEqual(GREEN)

  await page.goto('/photos')
  await selectPhotos(page, ...[1, 2, 3, 4, 5, 6].map(n => `Dune ${n}.jpg`))
  await button(page, 'Tag Selected').click()
  const chip = button(dialog(page, 'Tag 6 selected'), 'sea 0')
  expect(await colorOf(chip.locator('[style]'), 'background-color')).toEqual(GREEN)
  await chip.click()
  const [message] = await Promise.all([answerNativeDialog(page), button(page, 'Apply 1 Tag(s)').click()])
  expect(message).toBe('Added tag to 6 photos!')

  await page.goto('/tags')
  const sea = card(page, 'sea 6 photos')
  await expectVisible(sea)
  await pollUntil(async () => expect(await sea.locator('img').count()).toBe(4))
  await pollUntil(async () => expect(await isPainted(sea.locator('img').nth(3))).toBe(true))
  await expectVisible(byText(sea, '+2'))

  await manage(page, 'sea', 'Edit')
  await field(page, 'Tag name').fill('Coast')
  await choose(page, 'Amber')
  await button(page, 'Save').click()
  await expectVisible(card(page, 'Coast 6 photos'))
  await page.reload()
  expect(await colorOf(dot(page, /^Coast/), 'background-color')).toEqual({ red: 245, green: 158, blue: 11 })

  await card(page, /^Coast/).click()
  await expectVisible(byText(page, 'Showing 1-6 of 6 photos'))
  await page.reload()
  expect(await heading(page, 'Coast').innerText()).toBe('Coast')
  await selectPhotos(page, 'Dune 5.jpg', 'Dune 6.jpg')
  await button(page, 'Remove Tag').click()
  await expectVisible(byText(page, 'Showing 1-4 of 4 photos'))
  await pollUntil(async () => expect(await tileNames(page)).toEqual([4, 3, 2, 1].map(n => `Dune ${n}.jpg`)))
  await button(page, 'Back to Tags').click()
  await expectVisible(card(page, 'Coast 4 photos'))
  await page.goBack()
  await expectVisible(tile(page, 'Dune 4.jpg'))
  await page.goForward()

  const [question] = await Promise.all([answerNativeDialog(page, 'dismiss'), manage(page, 'Coast', 'Delete')])
  expect(question).toBe('Are you sure you want to delete this tag? This will remove it from all photos.')
  await expectVisible(card(page, 'Coast 4 photos'))
  await Promise.all([answerNativeDialog(page), manage(page, 'Coast', 'Delete')])
  await expectHidden(card(page, /^Coast/))
  await expectVisible(heading(page, 'No tags yet'))
  const { body } = await owner.get<http.ImageList>('/api/images')
  expect(body.images.flatMap(photo => photo.tags)).toEqual([])

  expect(sent()).toContain('"label":"coast"')
  for (const color of ['22c55e', 'f59e0b', '3b82f6', 'green', 'amber', 'color', 'colour'])
    expect(sent()).not.toContain(`"${color}`)
  for (const color of ['22c55e', 'f59e0b', '3b82f6']) expect(sent()).not.toContain(color)
})

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
