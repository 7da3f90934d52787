import type { Page } from 'playwright-core'
import { type Member } from '../../support/people.ts'
import { button, dialog, field, heading, link, navigation, region, shown, words } from '../support/find.ts'
import { removeFolders } from '../support/files.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
afterAll(removeFolders)
let boss: Member
beforeAll(async () => {
  boss = await stage.daymark.user({ role: 'super_admin', displayName: 'Berenice' })
})

const open = (path: string, look: Parameters<typeof stage.open>[2] = {}) => stage.open(boss, path, look)
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

describe('who may see it', () => {
  it('S-ADM-01 S-ADM-02 a super administrator by the link, which has room on a tablet held upright', async () => {
    const { page } = await open('/tags', { width: 769 })
    await shown(button(page, 'Theme'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(769)
    await link(navigation(page, 'Main'), 'Admin').click()
    await shown(heading(page, 'Admin'))
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Users', 'Activity', 'System'])
  })
})

describe('accounts', () => {
  it('S-ADM-04 one is suspended, reactivated and deleted with grace, which the audit log tells', async () => {
    const member = await stage.daymark.user({ displayName: 'Tina Modotti' })
    const { page } = await open(`/admin/users/${member.id}`)
    await button(region(page, 'Access'), 'Suspend').click()
    await field(dialog(page, 'Suspend'), 'Reason (optional)').fill('unpaid')
    await button(dialog(page, 'Suspend'), 'Suspend').click()
    await shown(words(page, 'Suspended: unpaid'))
    await pollUntil(async () => expect((await member.get('/api/albums')).status).toBe(401))
    await button(page, 'Reactivate').click()
    await shown(button(page, 'Suspend'))
    await button(page, 'Delete Account').click()
    await field(dialog(page, 'Delete Account'), `Type ${member.email} to confirm`).fill(member.email)
    await button(dialog(page, 'Delete Account'), 'Delete Account').click()
    await shown(button(page, 'Keep Account'))
    // the log learns of it from those who did it
    await stage.daymark.settle()
    await link(page, 'Audit Log').click()
    await shown(row(page, `${boss.email} scheduled the deletion of ${member.email}`))
    await shown(row(page, `${boss.email} suspended ${member.email}`).filter({ hasText: 'unpaid' }))
    await button(page, 'Check').click()
    await shown(words(page, /^The log is whole: [\d,]+ entries$/))
  })
})
