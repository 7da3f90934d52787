import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { createResolvedThread, writeComment } from '../../../support/visitor-actions.ts'
import { nameGuest, sendPicture, createUploadLink } from '../../../support/guests.ts'
import { createAlbum, createTag } from '../../../support/photos.ts'
import { createLink } from '../../../support/shared-gallery.ts'
import type { SignedInUser } from '../../../support/accounts.ts'
import { account, keepAccount } from '../screens/account-screens.ts'
import { administration } from '../screens/admin-screens.ts'
import { analytics, lockedAnalytics } from '../screens/analytics-screens.ts'
import { axeViolations, contrastViolations, horizontalOverflow, smallTargets, structure } from './axe.ts'
import { developers } from '../screens/developer-screens.ts'
import { removeFolders } from '../files.ts'
import { heading, expectVisible } from '../find.ts'
import { uploadSamples } from '../photos.ts'
import { emptyAlbum, gallery, signedOut } from '../screens/open-screens.ts'
import type { Screen } from '../grid.ts'
import { albums, library } from '../screens.ts'
import {
  awaited,
  commented,
  commenting,
  completed,
  guests,
  received,
  sharing,
  visited,
} from '../screens/sharing-screens.ts'
import { sharedAlbum, type SharedAlbum } from '../shared-album.ts'
import { setUpBrowser } from '../browser.ts'
import { tags } from '../screens/tag-screens.ts'
import { emptyTrash, trash, withTrash } from '../screens/trash-screens.ts'
import { withLogo } from '../watermark.ts'
import { lockedWatermark, noWatermark, watermark } from '../screens/watermark-screens.ts'

type Device = 'desktop' | 'phone'
type AccessibilityTest = [title: string, test: () => Promise<void>]

const NARROW = { width: 320, height: 640 }

/** The accessibility problems of a screen in both themes and, on phones, at a width of 320 px (WCAG 1.4.10). */
async function accessibilityProblems(page: Page, screen: Screen, isPhone: boolean): Promise<string[]> {
  const size = page.viewportSize() ?? NARROW
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(screen.path)
  await screen.reach(page, isPhone)
  const found = [...(await axeViolations(page)), ...(await structure(page))]
  found.push(...(await smallTargets(page, 24)).map(one => `small target: ${one}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await contrastViolations(page)).map(one => `dark ${one}`))
  if ((await horizontalOverflow(page)) > 0) found.push('scrolls sideways')
  if (isPhone) {
    await page.setViewportSize(NARROW)
    if ((await horizontalOverflow(page)) > 0) found.push(`scrolls sideways at ${NARROW.width} px`)
    await page.setViewportSize(size)
  }
  return found.map(problem => `${screen.name}: ${problem}`)
}

/** Alternates the device, so that two consecutive runs cover each screen on both. */
const onBoth = (tests: AccessibilityTest[]): [...AccessibilityTest, device: Device][] =>
  tests.flatMap(([title, test], n) => {
    const both: Device[] = n % 2 === 0 ? ['desktop', 'phone'] : ['phone', 'desktop']
    return both.map(device => [title, test, device] as [...AccessibilityTest, device: Device])
  })

/**
 * Checks every screen in both themes on one device. There is one test file per device, because these tests take longest.
 */
export function checkAccessibility(device: Device): void {
  const isPhone = device === 'phone'
  const browser = setUpBrowser()
  afterAll(removeFolders)
  let shared: SharedAlbum
  let newcomer: SignedInUser
  let emptyPath: string
  beforeAll(async () => {
    shared = await sharedAlbum(browser.daymark, { count: 6 })
    await uploadSamples(browser.daymark, shared.owner, 1)
    await createTag(shared.owner, 'sea')
    await shared.owner.send('PATCH', `/api/images/${shared.photos[2]?.id}`, { is_favorite: true })
    newcomer = await browser.daymark.createUser()
    emptyPath = `/albums/${(await createAlbum(newcomer, 'Nothing yet')).id}`
  })

  const tests: AccessibilityTest[] = []
  const add = (...one: AccessibilityTest) => void tests.push(one)

  async function check(who: SignedInUser | null, screens: Screen[]) {
    const { page, guard } = await browser.open(who, who ? '/' : '/login', { device })
    guard.expect(/status of (401|403|404|410)/, /The download failed/)
    // screens with unsaved changes ask before leaving
    page.on('dialog', question => void question.accept())
    const found: string[] = []
    for (const screen of screens) found.push(...(await accessibilityProblems(page, screen, isPhone)))
    expect(found).toEqual([])
  }

  add('of the screens before signing in', () => check(null, signedOut))
  add('of the photos and their dialogs', () => check(shared.owner, library))
  add('of the albums and their dialogs', () => check(shared.owner, albums(`/albums/${shared.album.id}`)))
  add('of the tags and their forms', () => check(shared.owner, tags))
  add('of the trash, filled and empty', async () => {
    await check(await withTrash(browser.daymark), trash)
    await check(newcomer, emptyTrash)
  })
  add('of the watermark: with an image, without one, and locked by the plan', async () => {
    await check(await withLogo(browser.daymark), watermark)
    await check(newcomer, noWatermark)
    await check(await browser.daymark.createUser({ tier: 'starter' }), lockedWatermark)
  })
  add('of settings and billing', async () => check(await browser.daymark.createUser({ tier: 'starter' }), account))
  add('of an account that is being deleted', async () => {
    const user = await browser.daymark.createUser()
    await user.delete('/api/settings/account', { current_password: user.password })
    await check(null, [keepAccount(user)])
  })
  add('of the developer pages', async () => {
    const user = await browser.daymark.createUser({ tier: 'studio' })
    await user.post('/v1/tokens', { name: 'Nightly upload', scopes: ['read', 'write'], ttl: '30d' })
    await check(user, developers)
  })
  add('of the administration', async () => {
    const superAdmin = await browser.daymark.createUser({ role: 'super_admin' })
    await check(superAdmin, administration(newcomer.id))
  })
  add('of empty lists', () => check(newcomer, emptyAlbum(emptyPath)))
  add('of the public gallery', () => check(null, gallery(shared)))
  add('of links with all options, for owner and visitors', async () => {
    const { owner, photos } = shared
    const [album, nothing] = [
      await createAlbum(owner, 'Puffins', photos.slice(0, 3)),
      await createAlbum(owner, 'Nothing yet'),
    ]
    await browser.daymark.settle()
    const slug = `puffins-${album.id.replaceAll('-', '').slice(-12)}`
    const limits = { download_sizes: ['original', '2048', '1080'], visitor_download_limit: 2, download_limit: 50 }
    await createLink(owner, { album_id: album.id, slug, password: 'puffin', password_hint: 'A bird', ...limits })
    const limited = await createLink(owner, { album_id: shared.album.id, ...limits })
    const empty = await createLink(owner, { album_id: nothing.id })
    const selection = await createLink(owner, { image_ids: [photos[0]?.id], title: 'For the band' })
    await browser.daymark.settle()
    await check(owner, sharing(`/albums/${album.id}`, selection.album_id))
    await check(null, visited(`/share/${limited.token}`, `/share/${empty.token}`))
  })
  add('of a first look, for owner and visitors', async () => {
    const first_look = { expected: '2031-05-01', note: 'The dances follow.' }
    const created = await sharedAlbum(browser.daymark, { count: 1, share: { first_look } })
    await check(created.owner, completed(`/albums/${created.album.id}`))
    await check(null, awaited(created.path))
  })
  add('of comments, for owner and visitors', async () => {
    const { owner, photos } = shared
    const link = await createLink(owner, { album_id: shared.album.id, comments: { shared: true } })
    const first = photos[0] as http.Image
    await createResolvedThread(owner, browser.daymark.visitor(), link, first)
    await owner.patch(`/api/shares/${link.id}`, { comments: { shared: true } })
    await writeComment(browser.daymark.visitor(), link.token, first, { name: 'Ben', point: { x: 0.5, y: 0.5 } })
    await check(owner, commented(link.id))
    await check(null, commenting(`/share/${link.token}`))
  })
  add('of photos from guests, for guests and owner', async () => {
    const owner = await browser.daymark.createUser()
    const album = await createAlbum(owner, 'Wedding')
    const link = await createUploadLink(owner, album.id, { greeting: 'Send us what you saw.' })
    await sendPicture(await nameGuest(browser.daymark.visitor(), link.token), link.token, 1)
    await browser.daymark.settle()
    await check(owner, received(album.id))
    await check(null, guests(`/upload/${link.token}`))
  })
  add('of the analytics of a link, also when locked', async () => {
    const { owner, link, photos } = shared
    const unvisited = await createLink(owner, { album_id: shared.album.id })
    const visitor = browser.daymark.visitor()
    await visitor.get(`/api/shares/public/${link.token}`)
    for (const { id: image_id } of photos)
      await visitor.post('/api/shares/track', { token: link.token, event_type: 'photo_view', image_id })
    await check(owner, analytics(`/shares/${link.id}/analytics`, `/shares/${unvisited.id}/analytics`))
    const starter = await sharedAlbum(browser.daymark, { count: 1 })
    await starter.owner.post('/api/subscription/update-tier', { tier: 'starter' })
    await check(starter.owner, lockedAnalytics(`/shares/${starter.link.id}/analytics`))
  })
  add('of a gallery with a password and an unknown one', async () => {
    const locked = await createLink(shared.owner, {
      album_id: shared.album.id,
      password: 'puffin',
      password_hint: 'A bird',
    })
    await browser.daymark.settle()
    await check(null, [
      {
        name: 'password',
        path: `/share/${locked.token}`,
        reach: page => expectVisible(heading(page, 'Private Gallery')),
      },
      { name: 'gone', path: '/share/never-was', reach: page => expectVisible(heading(page, 'Gallery Unavailable')) },
    ])
  })
  add('of the choice of a new password after a temporary one', async () => {
    const admin = await browser.daymark.admin()
    const guest = await browser.daymark.createUser()
    const { body } = await admin.post<{ temporaryPassword: string }>(`/api/admin/users/${guest.id}/reset-password`)
    await guest.post('/api/auth/login', { username: guest.email, password: body.temporaryPassword })
    const choose = {
      name: 'change password',
      path: '/',
      reach: (page: Page) => expectVisible(heading(page, 'Choose your own password')),
    }
    await check(guest, [choose])
  })

  for (const [title, test] of onBoth(tests).filter(one => one[2] === device)) it(title, test)
}
