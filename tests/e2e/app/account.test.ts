import { Mailbox, type ReceivedMail } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import { alertMessage, button, field, heading, link, expectVisible } from '../support/find.ts'
import { signIn } from '../support/input/forms.ts'
import { setUpBrowser } from '../support/browser.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
afterAll(() => mailbox.stop())
const browser = setUpBrowser(() => mailbox.env)

const NEW = 'a newly chosen password'
const pathOf = ({ links: [address = ''] }: ReceivedMail): string => {
  const { pathname, hash } = new URL(address)
  return pathname + hash
}
async function typeTwice(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
}

it('L-LOGIN-05 a forgotten password is replaced through a link in a mail, which works once', async () => {
  const person = await browser.daymark.createUser()
  const { page, guard } = await browser.open(null, '/login')
  await link(page, 'Forgot password?').click()
  await expectVisible(heading(page, 'Forgot your password?'))
  await field(page, 'Email or username').fill(person.email)
  await button(page, 'Send Link').click()
  await expectVisible(heading(page, 'Check your email'))
  const mail = await mailbox.take(person.email, 'Choose a new')
  await page.goto(pathOf(mail))
  await typeTwice(page, NEW)
  expect(page.url()).not.toContain('#')
  await button(page, 'Save Password').click()
  await expectVisible(heading(page, 'Your password was changed'))
  await link(page, 'Back to the sign-in').click()
  await signIn(page, { email: person.email, password: NEW })
  guard.expect(/status of 410/)
  await page.goto(pathOf(mail))
  await typeTwice(page, 'one more password')
  await button(page, 'Save Password').click()
  await expectVisible(alertMessage(page).filter({ hasText: 'This link has already been used' }))
})
