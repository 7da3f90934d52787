import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { precompressFile } from '../../../apps/web/vite/precompress.ts'
import type { SignedInUser } from '../../support/accounts.ts'
import { pauseClock } from '../support/time.ts'
import { copyFolder, removeFolders } from '../support/files.ts'
import { button, dialog, field, expectHidden, link, expectVisible, byText } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf, isPainted } from '../support/look.ts'
import { uploadSamples } from '../support/photos.ts'
import { builtWeb, setUpBrowser, type OpenOptions } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const NEWS = 'Update Available - A new version of the product is ready'
let web: string
const browser = setUpBrowser(() => ({ DAYMARK_WEB_DIR: (web = copyFolder(builtWeb)) }))
afterAll(removeFolders)

/** The URLs in the picture cache of the worker. */
const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('daymark.media'))) return []
    const requests = await (await caches.open('daymark.media')).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  })
const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Opens a page that the worker controls, with two photos. */
async function openControlled(options: OpenOptions = {}) {
  const owner = await browser.daymark.createUser()
  const photos = await uploadSamples(browser.daymark, owner, 2)
  const opened = await browser.open(owner, '/', { ...options, hasWorker: true })
  await pollUntil(async () => expect(await isControlled(opened.page)).toBe(true))
  return { ...opened, owner, photos }
}
const painted = async (page: Page, ...names: string[]) => {
  for (const name of names) await pollUntil(async () => expect(await isPainted(tile(page, name))).toBe(true))
}

describe('the offline worker', () => {
  it('caches the pictures that were shown: the next view requests none of them', async () => {
    const { page, context } = await openControlled()
    await page.reload()
    await painted(page, 'Dune 1.jpg', 'Dune 2.jpg')
    await pollUntil(async () => expect(await cachedUrls(page)).toHaveLength(2))
    const asked = workerRequests(context)
    const served: boolean[] = []
    page.on('response', response => {
      if (response.url().includes('/media/variants/')) served.push(response.fromServiceWorker())
    })
    await page.reload()
    await painted(page, 'Dune 1.jpg', 'Dune 2.jpg')
    expect(served).toEqual([true, true])
    expect(asked).toEqual([])
  })

  it('L-STATE-04 removes a deleted photo in all three sizes from its cache and keeps the others', async () => {
    const { page, photos, guard } = await openControlled()
    guard.expect(/status of 404 .*\/media\/variants\//)
    const addresses = photos.flatMap(({ url }) => ['sm', 'md', 'lg'].map(size => url.replace('/lg/', `/${size}/`)))
    await page.evaluate(urls => Promise.all(urls.map(async url => (await fetch(url)).blob())), addresses)
    await pollUntil(async () => expect((await cachedUrls(page)).toSorted()).toEqual(addresses.toSorted()))
    page.on('dialog', question => void question.accept())
    await tile(page, 'Dune 1.jpg').click()
    await button(dialog(page, /^Photo/), 'Delete').click()
    await expectHidden(tile(page, 'Dune 1.jpg'))
    await pollUntil(async () => expect((await cachedUrls(page)).toSorted()).toEqual(addresses.slice(3).toSorted()))
    expect(await page.evaluate(async url => (await fetch(url)).status, addresses[0] ?? '')).toBe(404)
  })

  it('clears its cache at sign-out, so that the next user sees nothing of it', async () => {
    const { page, photos, guard } = await openControlled()
    await page.reload()
    await painted(page, 'Dune 1.jpg')
    await pollUntil(async () => expect((await cachedUrls(page)).length).toBeGreaterThan(0))
    guard.expect(/status of 401/)
    await button(page, 'Logout').click()
    await expectVisible(field(page, 'Email or username'))
    await pollUntil(async () => expect(await cachedUrls(page)).toEqual([]))
    expect(await page.evaluate(async url => (await fetch(url)).status, photos[0]?.thumbnail_url ?? '')).toBe(401)
    expect(await cachedUrls(page)).toEqual([])
  })
})

describe('another version on the server', () => {
  it.each<[string, string, OpenOptions]>([
    ['the sign-in, on a phone in the dark', '/login', { device: 'phone', scheme: 'dark' }],
    ['an address that is no screen', '/nowhere', {}],
  ])('L-UPD-01 L-UPD-02 L-UPD-08 shows the banner on %s within 5 minutes', async (_, path, options) => {
    const owner: SignedInUser = await browser.daymark.createUser()
    const { page } = await browser.open(path === '/login' ? null : owner, 'about:blank', options)
    await page.clock.install()
    await Promise.all([page.waitForResponse('**/api/version'), page.goto(path)])
    await expectVisible(page.getByRole('main').or(page.getByRole('button', { name: 'Sign In' })))
    await page.route('**/api/version', route => route.fulfill({ json: { version: 'another' } }))
    await page.clock.fastForward('05:00')
    await expectVisible(byText(page, NEWS))
    await expectVisible(page.getByRole('status').filter({ hasText: NEWS }))
    const { width } = await boxOf(page.locator('body'))
    const box = await boxOf(button(page, 'Refresh Now'))
    expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true])
    await page.unroute('**/api/version')
    await Promise.all([page.waitForEvent('load'), button(page, 'Refresh Now').click()])
    await expectHidden(byText(page, NEWS))
  })
})

it('the update banner covers no link of the sign-in page and can be dismissed', async () => {
  const { page } = await browser.open(null, 'about:blank')
  await page.clock.install()
  await Promise.all([page.waitForResponse('**/api/version'), page.goto('/login')])
  await page.route('**/api/version', route => route.fulfill({ json: { version: 'another' } }))
  await page.clock.fastForward('05:00')
  await expectVisible(byText(page, NEWS))
  // a covered link would not be clicked
  for (const name of ['Privacy', 'Security', 'Support']) await link(page, name).click({ trial: true })
  await button(page, 'Not now').click()
  await expectHidden(byText(page, NEWS))
})

describe('a new offline worker', () => {
  it('L-UPD-03 L-UPD-04 L-UPD-05 L-UPD-06 L-UPD-09 takes over with Refresh Now; other tabs reload when idle', async () => {
    const { page, context } = await openControlled()
    const other = await context.newPage()
    for (const tab of [page, other]) await prepare(tab)
    appendFileSync(join(web, 'sw.js'), '\n// another build\n')
    precompressFile(join(web, 'sw.js'))
    await page.clock.fastForward('05:00')
    await expectVisible(byText(page, NEWS))
    await expectVisible(byText(other, NEWS))
    expect(await hasWaiting(page)).toBe(true)
    expect(await byText(page, 'Auto-refreshing in 30 seconds...').count()).toBe(0)
    // the page waits three seconds for the worker to take over
    await pauseClock(page)
    await Promise.all([page.waitForEvent('load'), button(page, 'Refresh Now').click()])
    expect(await hasWaiting(page)).toBe(false)
    await page.clock.resume()
    await expectVisible(tile(page, 'Dune 1.jpg'))
    expect(await byText(page, NEWS).count()).toBe(0)

    await expectVisible(byText(other, 'Auto-refreshing in 30 seconds...'))
    await pauseClock(other)
    for (const place of [100, 120]) {
      await other.mouse.move(place, place)
      await other.clock.fastForward(29_000)
      expect(await other.evaluate(() => 'neverReloaded' in window)).toBe(true)
    }
    await Promise.all([other.waitForEvent('load'), other.clock.fastForward(1000)])
    expect(await other.evaluate(() => 'neverReloaded' in window)).toBe(false)
  })
})

async function prepare(tab: Page) {
  await tab.clock.install()
  await Promise.all([tab.waitForResponse('**/api/version'), tab.goto('/')])
  await pollUntil(async () => expect(await isControlled(tab)).toBe(true))
  await tab.evaluate(() => Object.assign(window, { neverReloaded: true }))
}

const hasWaiting = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

/** Requests that the worker sends. */
function workerRequests(context: BrowserContext): string[] {
  const asked: string[] = []
  context.on('request', request => {
    if (request.serviceWorker()) asked.push(request.url())
  })
  return asked
}
