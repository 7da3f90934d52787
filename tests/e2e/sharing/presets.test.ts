import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'
import type { SignedInUser } from '../../support/accounts.ts'
import {
  button,
  comboBox,
  dialog,
  field,
  expectHidden,
  heading,
  list,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { expectFocused } from '../support/input/keys.ts'
import { eventuallyVisible } from '../support/time.ts'
import { setUpBrowser } from '../support/browser.ts'
import { brokenJpeg } from '../../support/pictures.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const toggle = (page: Page, name: string) => dialog(page, 'New share link').getByRole('switch', { name })
const sharesOf = async (owner: SignedInUser, { id }: http.Album) =>
  (await owner.get<http.Share[]>(`/api/shares?album_id=${id}`)).body
/** On a phone the whole panel is collapsed, on a desktop its links are. */
async function newLinkDialog(page: Page, isPhone = false) {
  if (isPhone) await byText(page, 'Share Links').tap()
  else await expectVisible(heading(page, 'Share Links'))
  await button(page, 'New Link').click()
  return dialog(page, 'New share link')
}

describe('presets', () => {
  it('rule 142 rule 144 the settings of one link are saved as a preset and applied to the next, automatically if it is the default', async () => {
    const owner = await browser.daymark.createUser()
    const album = await createAlbum(owner, 'Wedding of Anna', await uploadPhotos(browser.daymark, owner, 1))
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    const settings = await newLinkDialog(page)
    // without presets there is one line about them
    expect(await comboBox(settings, 'Preset').count()).toBe(0)
    await comboBox(settings, 'Theme').selectOption('Dark')
    await toggle(page, 'Visitors pick photos').check()
    await field(settings, 'Password').fill('wedding')
    await expectVisible(byText(settings, /^This password is easy to guess/))
    await button(settings, 'Save as Preset').click()
    await field(settings, 'Preset name').fill('Proofs')
    await toggle(page, 'Use for new links').check()
    await page.keyboard.press('Tab')
    const toastShown = await eventuallyVisible(page, 'Preset “Proofs” saved')
    await button(settings, 'Save Preset').click()
    await toastShown()
    await button(settings, 'Cancel').click()
    await expectHidden(settings)

    await button(page, 'New Link').click()
    await pollUntil(async () => expect(await comboBox(settings, 'Theme').inputValue()).toBe('dark'))
    expect(await comboBox(settings, 'Preset').locator('option:checked').textContent()).toBe('Proofs')
    expect(await toggle(page, 'Visitors pick photos').isChecked()).toBe(true)
    // the preset requires a password and contains none
    expect(await field(settings, 'Password').inputValue()).toBe('')
    await button(settings, 'Create Link').click()
    await expectFocused(field(settings, 'Password'))
    await comboBox(settings, 'Preset').selectOption('None')
    expect(await comboBox(settings, 'Theme').inputValue()).toBe('auto')
    await comboBox(settings, 'Preset').selectOption('Proofs')
    await field(settings, 'Password').fill('seven puffins')
    await button(settings, 'Create Link').click()
    await expectHidden(settings)
    const [share] = await sharesOf(owner, album)
    expect(share).toMatchObject({ theme: 'dark', has_password: true, picks: { review: false } })

    await page.goto(new URL('/settings#presets', page.url()).href)
    const presets = region(page, 'Presets for Links')
    await expectVisible(byText(presets, /Asks for a password · Visitors pick photos · Dark theme$/))
    await button(presets, 'Rename Proofs').click()
    await field(presets, 'Preset name').fill('Weddings')
    await page.keyboard.press('Enter')
    await button(presets, 'Remove as Default Weddings').click()
    await expectVisible(button(presets, 'Make Default Weddings'))
    await button(presets, 'Delete Weddings').click()
    await button(dialog(page, 'Delete the preset “Weddings”?'), 'Delete Preset').click()
    await expectHidden(presets)
  })
})

describe('the check before sharing', () => {
  it('rule 145 rule 146 rule 147 finds the problems of a link, and one click fixes each', async () => {
    const owner = await browser.daymark.createUser()
    const [first] = await uploadPhotos(browser.daymark, owner, 1)
    const again = await uploadPhotos(browser.daymark, owner, 1)
    const bytes = brokenJpeg(3000)
    const broken = (await owner.upload<http.Image>('/api/images', { name: 'Broken.jpg', bytes, type: 'image/jpeg' }))
      .body
    const album = await createAlbum(owner, 'Anna', [first as http.Image, ...again, broken])
    await browser.daymark.settle()
    const { page } = await browser.open(owner, `/albums/${album.id}`, { device: 'phone', scheme: 'dark' })
    const settings = await newLinkDialog(page, true)
    await field(settings, 'Password').fill('anna')
    await button(settings, 'Check Before Sharing').tap()
    const findings = list(settings, 'Issues')
    const mended = async (name: string, message: RegExp) => {
      await expectVisible(byText(findings, message))
      await button(findings, name).tap()
      await expectHidden(byText(findings, message))
    }
    const failed = findings.getByRole('listitem').filter({ hasText: 'could not be processed' })
    await expectVisible(byText(failed, 'Broken.jpg'))
    // the scrolled element is below the header of the dialog
    expect(await settings.evaluate(it => it.scrollTop)).toBe(0)
    await button(failed, 'Remove from Album').tap()
    await expectHidden(failed)
    await mended('Remove from Album', /is a duplicate/)
    await mended('Create a Strong Password', /The password is easy to guess/)
    await expectVisible(byText(settings, /^The new password is/))
    await mended('Expire in 90 Days', /never expires/)
    await expectVisible(byText(settings, 'No problems found. The photo was checked.'))
    await button(settings, 'Create Link').tap()
    await expectHidden(settings)
    const [share] = await sharesOf(owner, album)
    expect(share).toMatchObject({ has_password: true, expires_at: expect.any(String) })

    // the editor checks the current settings
    await button(page, 'Edit').tap()
    const editor = dialog(page, 'Edit share link')
    await button(editor, 'Check Before Sharing').tap()
    await expectVisible(byText(editor, 'No problems found. The photo was checked.'))
  })
})
