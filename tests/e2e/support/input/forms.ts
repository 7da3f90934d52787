import type { Page } from 'playwright-core'
import type { Member } from '../../../support/people.ts'
import { button, field, link, shown } from '../find.ts'

export async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await field(page, 'Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign In').click()
  await shown(link(page, 'Photos'))
}
