import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { newLink } from '../../support/shared-gallery.ts'
import { unfoldLinks } from '../support/input/album.ts'
import { bytesOf } from '../support/files.ts'
import { button, choice, field, gone, heading, link, list, shown, words } from '../support/find.ts'
import { coming, lasting } from '../support/lasting.ts'
import { boxOf } from '../support/look.ts'
import { fail } from '../support/network.ts'
import { uploadDrawings } from '../support/photos.ts'
import { says } from '../support/input/says.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
let photos: http.Image[]
beforeAll(async () => {
  owner = await stage.daymark.user()
  photos = await uploadDrawings(stage.daymark, owner, 1)
})

async function openAlbum(options: { links?: object[]; look?: Parameters<typeof stage.open>[2]; title?: string } = {}) {
  const { links = [], look = {}, title = 'Iceland' } = options
  const album = await albumOf(owner, title, photos)
  await stage.daymark.settle()
  const made: http.Share[] = []
  for (const one of links) made.push(await newLink(owner, { album_id: album.id, ...one }))
  const opened = await stage.open(owner, `/albums/${album.id}`, { timezoneId: 'Europe/Berlin', ...look })
  await shown(heading(opened.page, 'Share Links'))
  if (links.length) await unfoldLinks(opened.page)
  return { ...opened, album, links: made }
}
const linksOf = async (album: http.Album) => (await owner.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body
const rows = (page: Page) =>
  list(page, 'Share links')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
const form = (page: Page, name = 'New share link') => page.getByRole('form', { name })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
const opens = async (share: http.Share) =>
  (await stage.daymark.stranger().get(`/api/shares/public/${share.token}`)).status

describe('the share links panel', () => {
  it('S-PANEL-01 S-PANEL-02 S-PANEL-09 L-AD-15 L-MKT-03 an album is private until a link is made, which has the usual settings', async () => {
    const { page, album } = await openAlbum()
    await shown(words(page, 'Private'))
    await shown(words(page, 'This album is private. Create a link to show it to somebody.'))
    await button(page, 'New Link').click()
    expect(await page.getByLabel('Expires on').inputValue()).toBe('')
    expect(await toggle(page, 'Allow downloads').isChecked()).toBe(true)
    expect(await toggle(page, 'Show titles').isChecked()).toBe(true)
    expect(await choice(page, 'Theme').inputValue()).toBe('auto')
    await button(page, 'Create Link').click()
    await pollUntil(async () => expect(await rows(page).count()).toBe(1))
    for (const text of ['Active', '0 views', 'Never expires']) await shown(words(rows(page), text))
    await shown(words(page, 'Shared'))
    const [share] = await linksOf(album)
    expect(share).toMatchObject({
      expires_at: null,
      allow_downloads: true,
      watermark: false,
      theme: 'auto',
      show_titles: true,
      show_name: true,
    })
    expect(await link(rows(page), /\/share\//).getAttribute('href')).toBe(share?.url)
    expect(await opens(share as http.Share)).toBe(200)
  })

  it('S-PANEL-02 S-PANEL-09 makes a link with every choice, which ends with the day of the owner', async () => {
    const { page, album } = await openAlbum()
    await button(page, 'New Link').click()
    await page.getByLabel('Expires on').fill('2099-07-01')
    await toggle(page, 'Allow downloads').uncheck()
    await toggle(page, 'Show titles').uncheck()
    await toggle(page, 'Show my name').uncheck()
    await choice(page, 'Theme').selectOption('dark')
    await form(page).getByLabel('Password', { exact: true }).fill('puffin')
    await button(page, 'Create Link').click()
    for (const text of ['Expires 1 Jul 2099', 'No downloads', 'No titles', 'No name', 'Dark theme', 'Password'])
      await shown(words(rows(page), text))
    const [share] = await linksOf(album)
    const hidden = { allow_downloads: false, show_titles: false, show_name: false }
    expect(share).toMatchObject({ ...hidden, theme: 'dark', has_password: true })
    // midnight in Berlin, in summer
    expect(share?.expires_at).toMatch(/^2099-07-01T21:59:59/)
  })

  it('S-PANEL-02 Cancel makes none, and a refusal is shown', async () => {
    const { page, album, guard } = await openAlbum()
    await button(page, 'New Link').click()
    await button(page, 'Cancel').click()
    await gone(form(page))
    guard.expect(/status of 500/, /Saving the link failed/)
    await fail(page, { url: '**/api/shares', method: 'POST' }, 500)
    await button(page, 'New Link').click()
    await button(page, 'Create Link').click()
    await shown(words(page, 'The link could not be saved. Please try again.'))
    expect(await linksOf(album)).toEqual([])
  })

  it('S-PANEL-03 Revoke ends a link at once, Reinstate opens it again', async () => {
    const { page, links } = await openAlbum({ links: [{}] })
    const share = links[0] as http.Share
    expect(await opens(share)).toBe(200)
    await button(page, 'Revoke').click()
    await shown(words(rows(page), 'Revoked'))
    expect(await opens(share)).toBe(410)
    await shown(words(page, 'Private'))
    await button(page, 'Reinstate').click()
    await shown(words(rows(page), 'Active'))
    expect(await opens(share)).toBe(200)
  })

  it('S-PANEL-03 a revocation that failed is shown, for the owner must not believe that the link is dead', async () => {
    const { page, guard } = await openAlbum({ links: [{}] })
    guard.expect(/status of 500/, /could not be revoked/)
    await fail(page, { url: '**/api/shares/*/revoke' }, 500)
    const [said] = await Promise.all([says(page), button(page, 'Revoke').click()])
    expect(said).toBe('The link could not be revoked. Please try again.')
    await shown(words(rows(page), 'Active'))
  })

  it('S-PANEL-04 Delete asks first', async () => {
    const { page, album, links } = await openAlbum({ links: [{}, { theme: 'light' }] })
    await pollUntil(async () => expect(await rows(page).count()).toBe(2))
    const doomed = rows(page).filter({ hasText: 'Light theme' })
    const [question] = await Promise.all([says(page, 'dismiss'), button(doomed, 'Delete').click()])
    expect(question).toBe('Delete this share link?')
    expect(await rows(page).count()).toBe(2)
    await Promise.all([says(page), button(doomed, 'Delete').click()])
    await pollUntil(async () => expect(await rows(page).count()).toBe(1))
    expect((await linksOf(album)).map(({ id }) => id)).toEqual([links[0]?.id])
    expect([404, 410]).toContain(await opens(links[1] as http.Share))
  })

  it('S-PANEL-01 Edit changes a link and can take its password away', async () => {
    const { page, album, links } = await openAlbum({ links: [{ password: 'puffin' }] })
    await button(rows(page), 'Edit').click()
    const edit = form(page, 'Edit share link')
    await choice(edit, 'Theme').selectOption('light')
    await shown(words(edit, 'A password is set.'))
    await button(edit, 'Remove Password').click()
    await button(page, 'Save Link').click()
    await shown(words(rows(page), 'Light theme'))
    expect(await linksOf(album)).toMatchObject([{ id: links[0]?.id, theme: 'light', has_password: false }])
    expect(await opens(links[0] as http.Share)).toBe(200)
  })

  it('S-PANEL-01 S-PANEL-06 a link gets a readable address, and a code of it', async () => {
    const { page, album, links } = await openAlbum({ links: [{}] })
    await button(rows(page), 'Edit').click()
    await button(page, 'Suggest').click()
    expect(await field(page, 'Readable address').inputValue()).toMatch(/^iceland-[a-z0-9]{8}$/)
    const name = `anna-${links[0]?.token.slice(0, 6).toLowerCase()}`
    await field(page, 'Readable address').fill(name)
    await shown(words(page, /can be guessed/))
    await button(page, 'Save Link').click()
    await shown(link(rows(page), new RegExp(`/share/${name}$`)))
    expect(await linksOf(album)).toMatchObject([{ slug: name, token: links[0]?.token }])
    await button(page, 'QR code').click()
    await shown(page.getByRole('img', { name: new RegExp(`QR code of http.*/share/${name}$`) }))
    for (const [kind, start] of [
      ['SVG', '<svg '],
      ['PNG', '\x89PNG'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, kind).click()])
      expect(file.suggestedFilename()).toBe(`QR ${name}.${kind.toLowerCase()}`)
      expect((await bytesOf(file)).toString('latin1').startsWith(start)).toBe(true)
    }
  })

  it('S-PANEL-06 S-PANEL-07 Copy Link copies the address and says so for 2 seconds', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, links } = await openAlbum({ links: [{}], look: { permissions } })
    const [said, time] = [await coming(page, 'Link copied!'), await lasting(page, 'Link copied!')]
    await button(page, 'Copy Link').click()
    await said()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(links[0]?.url)
    const ms = await time()
    expect(ms).toBeGreaterThan(1500)
    expect(ms).toBeLessThan(3500)
  })

  it('S-PANEL-06 Copy Link works without the clipboard of the browser', async () => {
    const { page, links } = await openAlbum({ links: [{}] })
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    const said = await coming(page, 'Link copied!')
    await button(page, 'Copy Link').click()
    await said()
    await button(page, 'Edit Info').click()
    await field(page, 'Description').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await pollUntil(async () => expect(await field(page, 'Description').inputValue()).toBe(links[0]?.url))
  })

  it('S-PANEL-06 on a phone the system’s share sheet takes the link; closed again nothing happens, without one it is copied', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const album = await albumOf(owner, 'Sent on', photos)
    const made = await newLink(owner, { album_id: album.id })
    const { page, guard, context } = await stage.open(owner, '/albums', { device: 'phone', permissions })
    guard.expect(/Sharing failed/)
    // the sheet is the system's: what it was given, and what becomes of it next
    await context.addInitScript(() => {
      const sheet = { given: [] as ShareData[], outcome: '' }
      const share = (data: ShareData) => {
        sheet.given.push(data)
        return sheet.outcome ? Promise.reject(new DOMException('no', sheet.outcome)) : Promise.resolve()
      }
      Object.assign(navigator, { share })
      Object.assign(window, { sheet })
    })
    const sheet = () => page.evaluate(() => (window as unknown as { sheet: { given: ShareData[] } }).sheet.given)
    const next = (outcome: string) =>
      page.evaluate(name => void ((window as unknown as { sheet: { outcome: string } }).sheet.outcome = name), outcome)
    await page.goto(`/albums/${album.id}`)
    await words(page, 'Share Links').tap()
    await button(page, 'Share').tap()
    await pollUntil(async () => expect(await sheet()).toEqual([{ title: 'Sent on', url: made.url }]))
    await next('AbortError')
    await button(page, 'Share').tap()
    await pollUntil(async () => expect(await sheet()).toHaveLength(2))
    expect(await words(page, 'Link copied!').count()).toBe(0)
    await next('DataError')
    const said = await coming(page, 'Link copied!')
    await button(page, 'Share').tap()
    await said()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.url)
  })

  it('L-AD-15 is one line that says what there is, until it is unfolded', async () => {
    const album = await albumOf(owner, 'Many links', photos)
    const [, revoked] = [await newLink(owner, { album_id: album.id }), await newLink(owner, { album_id: album.id })]
    await owner.post(`/api/shares/${revoked.id}/revoke`)
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    await shown(words(page, '1 active, 1 revoked'))
    const fold = button(page, 'Share Links')
    expect([await fold.getAttribute('aria-expanded'), await rows(page).count()]).toEqual(['false', 0])
    await fold.click()
    await pollUntil(async () => expect(await rows(page).count()).toBe(2))
    await fold.click()
    await gone(rows(page))
  })

  it('on a phone what manages a revoked link stands in one line', async () => {
    const album = await albumOf(owner, 'Revoked', photos)
    const link = await newLink(owner, { album_id: album.id })
    await owner.post(`/api/shares/${link.id}/revoke`)
    const { page } = await stage.open(owner, `/albums/${album.id}`, { device: 'phone', width: 320 })
    await words(page, 'Share Links').tap()
    // they are looked at one after another, while the page may still be moving
    await pollUntil(async () => {
      const middles = ['Reinstate', 'Edit', 'Delete'].map(async name => {
        const { y, height } = await boxOf(button(page, name))
        return Math.round(y + height / 2)
      })
      expect(new Set(await Promise.all(middles)).size).toBe(1)
    })
  })

  it('S-PANEL-08 L-AD-18 is folded on a phone', async () => {
    const album = await albumOf(owner, 'Folded', photos)
    const { page } = await stage.open(owner, `/albums/${album.id}`, { device: 'phone' })
    await shown(heading(page, 'Folded'))
    expect(await button(page, 'New Link').isVisible()).toBe(false)
    await page.getByText('Share Links', { exact: true }).tap()
    await shown(button(page, 'New Link'))
    expect(await button(page, 'Upload to Album').isVisible()).toBe(false)
    await page.getByText('Upload & Add Photos', { exact: true }).tap()
    await shown(button(page, 'Upload to Album'))
    await shown(button(page, 'Add Existing Photos'))
  })

  it('S-PANEL-01 an expired link says so', async () => {
    const { page, links } = await openAlbum({ links: [{}] })
    await shown(words(rows(page), 'Active'))
    // only now: a busy machine may take longer to open the page than a short link lives
    const soon = () => new Date(Date.now() + 2000).toISOString()
    const expire = () => owner.patch(`/api/shares/${links[0]?.id}`, { expires_at: soon() })
    await pollUntil(async () => expect((await expire()).status).toBe(200))
    await pollUntil(async () => expect(await opens(links[0] as http.Share)).toBe(410))
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await unfoldLinks(page)
    await shown(words(rows(page), 'Expired'))
  })
})
