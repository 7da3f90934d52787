import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { alertMessage, button, dialog, field, heading, region, expectVisible, byText } from '../support/find.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

// A separate product: its failed sign-ins would block the other tests of this address.
const browser = setUpBrowser(() => ({}))
/** Browsers support no passkeys at an IP address. */
const local = (path: string) => new URL(path, browser.daymark.url.replace('127.0.0.1', 'localhost')).href

const FINGER = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const

/** Otherwise the authenticator may answer the autofill request before the button is pressed. */
const offerNothing = () =>
  Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) })

/** Opens the page at localhost in a browser with a virtual authenticator. */
async function openLocal(user: SignedInUser | null, path: string, { isOffered = false } = {}) {
  const { page, context, guard } = await browser.open(null, '/privacy')
  if (!isOffered) await context.addInitScript(offerNothing)
  guard.expect(/request to a third party: http:\/\/localhost/, /status of 401/)
  if (user) await context.addCookies(user.jar().map(cookie => ({ ...cookie, url: local('/') })))
  const { cdp, authenticatorId } = await authenticator(context, page)
  await page.goto(local(path))
  return { page, guard, cdp, authenticatorId }
}
async function authenticator(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { ...FINGER, isUserVerified: true, automaticPresenceSimulation: true }
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) }
}
/** Sets whether a user is present; without one the browser waits. */
const setUserPresent = (cdp: CDPSession, authenticatorId: string, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

const security = (page: Page) => region(page, 'Security')
async function setUserVerified(
  page: Page,
  title: string,
  { password }: SignedInUser,
  [submit, code]: [string, string?],
) {
  const asked = dialog(page, title)
  await asked.getByLabel('Your password').fill(password)
  if (code) await field(asked, 'Code').fill(code)
  await button(asked, submit).click()
}
async function addPasskey(page: Page, user: SignedInUser, name: string) {
  await button(security(page), 'Add a Passkey').click()
  await field(dialog(page, 'Add a passkey'), 'Name').fill(name)
  await setUserVerified(page, 'Add a passkey', user, ['Continue'])
  await expectVisible(byText(security(page), name))
}
async function signIn(page: Page, user: SignedInUser) {
  await field(page, 'Email or username').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await button(page, 'Sign In').click()
}

describe('passkeys in Chromium', () => {
  it('a passkey is added in the settings, signs in without a password, is renamed and removed', async () => {
    const user = await browser.daymark.createUser()
    const { page, cdp, authenticatorId } = await openLocal(user, '/settings')
    await addPasskey(page, user, 'Laptop')
    await expectVisible(byText(security(page), /not used yet/))
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
    await setUserPresent(cdp, authenticatorId, false)
    await button(page, 'Logout').click()
    await expectVisible(button(page, 'Sign in with a passkey'))
    await setUserPresent(cdp, authenticatorId, true)
    await button(page, 'Sign in with a passkey').click()
    await expectVisible(heading(page, 'Photos'))
    await page.goto(local('/settings'))
    await expectVisible(byText(security(page), /last used/))
    await button(security(page), 'Rename Laptop').click()
    await field(dialog(page, 'Rename passkey'), 'Name').fill('Studio')
    await page.keyboard.press('Enter')
    await button(security(page), 'Remove Studio').click()
    await setUserVerified(page, 'Remove passkey', user, ['Remove'])
    await pollUntil(async () => expect(await byText(security(page), 'Studio').count()).toBe(0))
    await setUserPresent(cdp, authenticatorId, false)
    await button(page, 'Logout').click()
    await expectVisible(button(page, 'Sign in with a passkey'))
    await setUserPresent(cdp, authenticatorId, true)
    await button(page, 'Sign in with a passkey').click()
    await expectVisible(alertMessage(page))
    expect(await alertMessage(page).innerText()).toBe(
      'This passkey was not accepted. Please sign in with your password.',
    )
    await signIn(page, user)
    await expectVisible(heading(page, 'Photos'))
  })

  it('a passkey is offered by the autofill of the browser and signs in', async () => {
    const user = await browser.daymark.createUser()
    const { page } = await openLocal(user, '/settings', { isOffered: true })
    await addPasskey(page, user, 'Laptop')
    // the virtual authenticator answers immediately
    await button(page, 'Logout').click()
    await expectVisible(heading(page, 'Photos'))
  })

  it('a person whom the authenticator does not recognize is not signed in', async () => {
    const user = await browser.daymark.createUser()
    const { page, cdp, authenticatorId } = await openLocal(user, '/settings')
    await addPasskey(page, user, 'Laptop')
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await setUserPresent(cdp, authenticatorId, false)
    await button(page, 'Logout').click()
    await expectVisible(button(page, 'Sign in with a passkey'))
    await setUserPresent(cdp, authenticatorId, true)
    await button(page, 'Sign in with a passkey').click()
    await expectVisible(alertMessage(page))
    expect(await alertMessage(page).innerText()).toBe('No passkey was used. Try again, or sign in with your password.')
  })

  it('at an IP address there is no button, and the settings name the address that supports passkeys', async () => {
    const user = await browser.daymark.createUser()
    const { page } = await browser.open(null, '/login')
    await expectVisible(button(page, 'Sign In'))
    expect(await button(page, 'Sign in with a passkey').count()).toBe(0)
    const signedIn = await browser.open(user, '/settings')
    const { port } = new URL(browser.daymark.url)
    const sentence = `Passkeys do not work on an IP address. Open http://localhost:${port} instead.`
    await expectVisible(byText(security(signedIn.page), sentence))
  })
})
