import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { writeComment } from '../../support/visitor-actions.ts'
import { expandShareLinks } from '../support/input/forms.ts'
import { button, dialog, field, expectHidden, heading, link, region, expectVisible, byText } from '../support/find.ts'
import { expectFocused } from '../support/input/keys.ts'
import { boxOf } from '../support/look.ts'
import { sampleJpeg } from '../support/photos.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const viewer = (page: Page) => dialog(page, 'Photo viewer')
const panel = (page: Page) => region(viewer(page), 'Comments')
/** The page reads again when it gets visible; a headless window is always visible. */
const returnToPage = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

describe('comments on photos', () => {
  it('rule 106 rule 107 rule 109 are exchanged between a visitor and the owner', async () => {
    const { owner, album } = await sharedAlbum(browser.daymark, { count: 2 })
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    await expandShareLinks(page)
    await button(page, 'Edit').click()
    const settings = dialog(page, 'Edit share link')
    await settings.getByRole('switch', { name: 'Visitors comment on photos' }).check()
    await button(settings, 'Save Link').click()
    await expectHidden(settings)
    const address = (await link(page, /\/share\//).getAttribute('href')) ?? ''
    await link(page, 'View comments').click()
    await expectVisible(heading(page, 'No comments yet'))

    const { page: visit } = await browser.open(null, new URL(address).pathname)
    await button(visit, 'Open First light').click()
    await expectVisible(button(viewer(visit), 'Comments'))
    const visitorPage = panel(visit)
    await button(viewer(visit), 'Comments').click()
    await expectVisible(visitorPage)
    for (const there of [expectHidden, expectVisible]) {
      await visit.keyboard.press('c')
      await there(visitorPage)
    }
    await expectVisible(byText(visitorPage, 'No comments yet.'))
    await field(visitorPage, 'Your name').fill('Anna')
    await button(visitorPage, 'Mark a Position').click()
    await expectFocused(button(viewer(visit), /^Position of your comment: 50 %/))
    for (let n = 0; n < 2; n++) await visit.keyboard.press('Shift+ArrowLeft')
    await expectVisible(button(viewer(visit), /^Position of your comment: 30 %/))
    await field(visitorPage, 'Your comment').fill('Is the horizon straight?')
    await button(visitorPage, 'Send').click()
    await expectVisible(button(viewer(visit), 'Comment 1: Is the horizon straight?'))
    await expectHidden(field(visitorPage, 'Your name'))

    // without a reload, with its marker
    await expectVisible(byText(page, '1 open, 0 resolved'))
    const thread = page.getByRole('article', { name: 'Comment 1' })
    await expectVisible(byText(thread, 'Is the horizon straight?'))
    await expectVisible(button(page, 'Comment 1: Is the horizon straight?'))
    await button(thread, 'Reply').click()
    await field(thread, 'Your reply').fill('It is now')
    await button(thread, 'Send Reply').click()
    // the field keeps the draft until it is sent
    await expectHidden(field(thread, 'Your reply'))
    await expectVisible(byText(thread, 'It is now'))

    await returnToPage(visit)
    await expectVisible(byText(visitorPage, 'It is now'))
    const { photographer } = (
      await browser.daymark.visitor().get<http.PublicShare>(`/api/shares/public/${address.split('/').at(-1)}`)
    ).body
    await expectVisible(byText(visitorPage, photographer ?? ''))
    expect(await button(visitorPage, 'Remove the comment of Anna').count()).toBe(0)
    await button(thread, 'Resolve').click()
    await expectVisible(byText(page, 'No open comments.'))
    await returnToPage(visit)
    await expectVisible(byText(visitorPage, 'Resolved'))

    await visit.keyboard.press('Escape')
    await expectHidden(visitorPage)
    await expectFocused(viewer(visit).getByRole('button', { name: '1 comment' }))
    await visit.keyboard.press('Escape')
    await expectHidden(viewer(visit))
  })

  it('rule 107 are shown below the photo on a phone, and to other visitors if the owner shares them', async () => {
    const {
      path,
      link: share,
      photos,
    } = await sharedAlbum(browser.daymark, { count: 2, share: { comments: { shared: true } } })
    const comment = { name: 'Anna', text: 'Brighter?', point: { x: 0.5, y: 0.5 } }
    expect((await writeComment(browser.daymark.visitor(), share.token, photos[0], comment)).status).toBe(201)
    const { page } = await browser.open(null, path, { device: 'phone', scheme: 'dark' })
    await button(page, 'Open First light').tap()
    await button(viewer(page), '1 comment').tap()
    const visitorPage = panel(page)
    await expectVisible(byText(visitorPage, 'Brighter?'))
    // the photo gets smaller for the panel below
    await pollUntil(async () => {
      const [sheet, marker] = [await boxOf(visitorPage), await boxOf(button(viewer(page), 'Comment 1: Brighter?'))]
      expect(marker.y + marker.height).toBeLessThan(sheet.y)
    })
    await button(visitorPage, 'Reply').tap()
    const form = visitorPage.getByRole('form', { name: 'Your reply' })
    await field(form, 'Your name').fill('Ben')
    await field(form, 'Your reply').fill('I like it')
    await button(form, 'Send Reply').tap()
    await expectVisible(button(visitorPage, 'Remove the comment of Ben'))
    await button(visitorPage, 'Close comments').tap()
    await expectHidden(visitorPage)
  })

  it.each([
    ['a long screenshot', 400, 5600],
    ['a panorama', 6000, 300],
  ])('rule 17: of %s the owner sees the commented part, large enough to recognize', async (_, width, height) => {
    const { owner, album, link: share } = await sharedAlbum(browser.daymark, { count: 1, share: { comments: {} } })
    const file = { name: 'strip.jpg', bytes: await sampleJpeg(1, width, height), type: 'image/jpeg' }
    const { body: strip } = await owner.upload<http.Image>('/api/images', file)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [strip.id] })
    await browser.daymark.settle()
    const comment = { name: 'Anna', text: 'Crop here?', point: { x: 0.9, y: 0.9 } }
    expect((await writeComment(browser.daymark.visitor(), share.token, strip, comment)).status).toBe(201)
    for (const device of ['desktop', 'phone'] as const) {
      const { page } = await browser.open(owner, `/shares/${share.id}/comments`, { device })
      const photo = region(page, 'strip.jpg')
      const open = button(photo, 'Open strip.jpg')
      await expectVisible(open)
      const [picture, marker] = [await boxOf(open), await boxOf(button(photo, 'Comment 1: Crop here?'))]
      expect(Math.min(picture.width, picture.height)).toBeGreaterThanOrEqual(150)
      const spaceFor = await boxOf(open.locator('xpath=../..'))
      const screen = page.viewportSize()?.height ?? 0
      expect(spaceFor.height).toBeLessThanOrEqual(screen * 0.75 + 1)
      for (const [at, length] of [
        ['x', 'width'],
        ['y', 'height'],
      ] as const) {
        expect(marker[at]).toBeGreaterThanOrEqual(spaceFor[at] - 1)
        expect(marker[at] + marker[length]).toBeLessThanOrEqual(spaceFor[at] + spaceFor[length] + 1)
      }
    }
  })
})
