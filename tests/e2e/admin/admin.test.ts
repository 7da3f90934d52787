import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { button, dialog, field, heading, link, navigation, region, expectVisible, byText } from '../support/find.ts'
import { removeFolders } from '../support/files.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let superAdmin: SignedInUser
beforeAll(async () => {
  superAdmin = await browser.daymark.createUser({ role: 'super_admin', displayName: 'Berenice' })
})

const open = (path: string, options: Parameters<typeof browser.open>[2] = {}) => browser.open(superAdmin, path, options)
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

describe('who may see it', () => {
  it('S-ADM-01 S-ADM-02 a super administrator opens it by the link, which fits into the top bar of a tablet', async () => {
    const { page } = await open('/tags', { width: 769 })
    await expectVisible(button(page, 'Theme'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(769)
    await link(navigation(page, 'Main'), 'Admin').click()
    await expectVisible(heading(page, 'Admin'))
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Users', 'Activity', 'System'])
  })
})

describe('accounts', () => {
  it('S-ADM-04 an account is suspended, reactivated and deleted with a grace period, and the audit log shows it', async () => {
    const user = await browser.daymark.createUser({ displayName: 'Tina Modotti' })
    const { page } = await open(`/admin/users/${user.id}`)
    await button(region(page, 'Access'), 'Suspend').click()
    await field(dialog(page, 'Suspend'), 'Reason (optional)').fill('unpaid')
    await button(dialog(page, 'Suspend'), 'Suspend').click()
    await expectVisible(byText(page, 'Suspended: unpaid'))
    await pollUntil(async () => expect((await user.get('/api/albums')).status).toBe(401))
    await button(page, 'Reactivate').click()
    await expectVisible(button(page, 'Suspend'))
    await button(page, 'Delete Account').click()
    await field(dialog(page, 'Delete Account'), `Type ${user.email} to confirm`).fill(user.email)
    await button(dialog(page, 'Delete Account'), 'Delete Account').click()
    await expectVisible(button(page, 'Cancel Deletion'))
    // the audit log receives entries through events
    await browser.daymark.settle()
    await link(page, 'Audit Log').click()
    await expectVisible(row(page, `${superAdmin.email} scheduled the deletion of ${user.email}`))
    await expectVisible(row(page, `${superAdmin.email} suspended ${user.email}`).filter({ hasText: 'unpaid' }))
    await button(page, 'Check').click()
    await expectVisible(byText(page, /^The log is intact: [\d,]+ entries$/))
  })
})
