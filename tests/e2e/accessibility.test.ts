import type { Page } from 'playwright-core'
import { albumOf, tagOf } from '../spec/support/photos.ts'
import { newLink } from '../spec/support/shared-gallery.ts'
import type { Member } from '../spec/support/people.ts'
import { allRules, contrast, overflow, smallTargets } from './support/axe.ts'
import { removeFolders } from './support/files.ts'
import { heading, shown } from './support/find.ts'
import { uploadDrawings } from './support/photos.ts'
import { emptyAlbum, gallery, signedOut } from './support/open-screens.ts'
import type { Screen } from './support/screen.ts'
import { albums, library } from './support/screens.ts'
import { sharedAlbum, type SharedAlbum } from './support/shared-album.ts'
import { setStage } from './support/stage.ts'
import { tags } from './support/tag-screens.ts'

const stage = setStage()
afterAll(removeFolders)
let shared: SharedAlbum
let newcomer: Member
let emptyPath: string
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 6 })
  await uploadDrawings(stage.daymark, shared.owner, 1)
  await tagOf(shared.owner, 'sea')
  await shared.owner.send('PATCH', `/api/images/${shared.photos[2]?.id}`, { is_favorite: true })
  newcomer = await stage.daymark.user()
  emptyPath = `/albums/${(await albumOf(newcomer, 'Nothing yet')).id}`
}, 60_000)

const NARROW = { width: 320, height: 640 }

/** What is wrong with a screen in the light, in the dark and, on phones, when it is only 320 px wide (WCAG 1.4.10). */
async function problemsOf(page: Page, screen: Screen, isPhone: boolean): Promise<string[]> {
  const size = page.viewportSize() ?? NARROW
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(screen.path)
  await screen.reach(page, isPhone)
  const found = [...(await allRules(page)), ...(await smallTargets(page, 24)).map(one => `small target: ${one}`)]
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await contrast(page)).map(one => `dark ${one}`))
  if ((await overflow(page)) > 0) found.push('scrolls sideways')
  if (isPhone) {
    await page.setViewportSize(NARROW)
    if ((await overflow(page)) > 0) found.push(`scrolls sideways at ${NARROW.width} px`)
    await page.setViewportSize(size)
  }
  return found.map(problem => `${screen.name}: ${problem}`)
}

describe.each(['desktop', 'phone'] as const)('on a %s nothing stands in the way', device => {
  const isPhone = device === 'phone'
  async function check(who: Member | null, screens: Screen[]) {
    const { page, guard } = await stage.open(who, who ? '/' : '/login', { device })
    guard.expect(/status of (401|404|410)/)
    const found: string[] = []
    for (const screen of screens) found.push(...(await problemsOf(page, screen, isPhone)))
    expect(found).toEqual([])
  }

  it('before signing in', () => check(null, signedOut), 60_000)
  it('of the photos and their dialogs', () => check(shared.owner, library), 60_000)
  it('of the albums and their dialogs', () => check(shared.owner, albums(`/albums/${shared.album.id}`)), 60_000)
  it('of the tags and their forms', () => check(shared.owner, tags), 60_000)
  it('of what is empty', () => check(newcomer, emptyAlbum(emptyPath)), 60_000)
  it('of the public gallery', () => check(null, gallery(shared)), 60_000)
  it('of a gallery that asks for a password, and of one that is gone', async () => {
    const locked = await newLink(shared.owner, { album_id: shared.album.id, password: 'puffin' })
    await stage.daymark.settle()
    await check(null, [
      { name: 'password', path: `/share/${locked.token}`, reach: page => shown(heading(page, 'Private Gallery')) },
      { name: 'gone', path: '/share/never-was', reach: page => shown(heading(page, 'Gallery Unavailable')) },
    ])
  }, 60_000)
  it('of somebody with a temporary password', async () => {
    const admin = await stage.daymark.admin()
    const guest = await stage.daymark.user()
    const { body } = await admin.post<{ temporaryPassword: string }>(`/api/admin/users/${guest.id}/reset-password`)
    await guest.post('/api/auth/login', { username: guest.email, password: body.temporaryPassword })
    const choose = {
      name: 'change password',
      path: '/',
      reach: (page: Page) => shown(heading(page, 'Choose your own password')),
    }
    await check(guest, [choose])
  }, 60_000)
})
