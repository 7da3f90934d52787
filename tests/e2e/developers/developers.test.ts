import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { builtWeb, setUpBrowser } from '../support/browser.ts'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  navigation,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { eventuallyVisible } from '../support/time.ts'
import { pollUntil } from '@daymark/testing/outside'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const browser = setUpBrowser()
let owner: SignedInUser
beforeAll(async () => {
  owner = await browser.daymark.createUser({ tier: 'studio' })
})

const sidebar = (page: Page) => navigation(page, 'Developers')
const answer = (page: Page) => region(page, 'Response')
const token = (page: Page) => page.getByLabel('API token')
const execute = (page: Page) => button(page, 'Execute Request').click()

describe('the developer pages', () => {
  it('S-DEV-11 L-NAV-07 on a phone they are in the side menu, and their list is collapsed', async () => {
    const { page } = await browser.open(owner, '/', { device: 'phone' })
    await button(page, 'More').tap()
    await link(dialog(page, 'More'), 'Developers').tap()
    await expectVisible(heading(page, 'Developers'))
    expect(await sidebar(page).isVisible()).toBe(false)
    await page.locator('summary', { hasText: 'Overview' }).tap()
    await link(sidebar(page), 'API Explorer').tap()
    await expectVisible(heading(page, 'API Explorer'))
    await expectHidden(sidebar(page))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('S-DEV-04 the OpenAPI document and the examples are served at their addresses', async () => {
    const visitor = browser.daymark.visitor()
    const { status, headers, bytes } = await visitor.get('/docs/api/openapi.yaml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8'])
    expect(bytes.toString()).toBe(readFileSync(join(builtWeb, '../../../docs/api/openapi.yaml'), 'utf8'))
    expect((await visitor.get('/docs/api/examples/quickstart.py')).bytes.toString()).toMatch(/^# Check your token/)
    expect((await visitor.get('/docs/api/examples/index.html')).bytes.toString()).toContain('href="quickstart.swift"')
  })
})

describe('vault and explorer', () => {
  it('S-VAULT-03 S-VAULT-04 S-VAULT-06 S-EXP-08 S-EXP-09 S-EXP-14 a token is created, works in the explorer, and stops working when it is revoked', async () => {
    // the test signs out at the end
    const user = await browser.daymark.createUser({ tier: 'studio' })
    const { page, guard } = await browser.open(user, '/developers/vault', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    guard.expect(/status of 401/)
    await button(page, 'New Token').click()
    await field(dialog(page, 'New Token'), 'Name (optional)').fill('Explorer')
    await button(page, 'Create Token').click()
    const created = dialog(page, 'Your New Token')
    const toastShown = await eventuallyVisible(page, 'Token copied to clipboard')
    await button(created, 'Copy').click()
    await toastShown()
    await button(created, 'Done').click()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    expect(secret).toMatch(/^dm_\w{30,}$/)
    await expectVisible(byText(page, 'Explorer'))

    await link(sidebar(page), 'API Explorer').click()
    await expectVisible(byText(page, 'Select an endpoint'))
    await button(page, 'GET /tokens/validate').click()
    await execute(page)
    await expectVisible(byText(page, 'API token is required for this endpoint'))
    await token(page).fill(secret)
    await button(page, 'Save').click()
    await execute(page)
    await expectVisible(byText(answer(page), '200 OK'))
    expect(await region(answer(page), 'Body').innerText()).toContain('"valid": true')

    await button(page, 'GET /tags').click()
    const tags = page.waitForResponse(/\/v1\/tags/)
    await execute(page)
    const etag = await (await tags).headerValue('etag')
    await expectVisible(byText(answer(page), '200 OK'))
    await field(page, 'If-None-Match').fill(etag ?? '')
    await execute(page)
    await expectVisible(byText(answer(page), '304 Not Modified'))

    await link(sidebar(page), 'Token Vault').click()
    page.once('dialog', question => {
      expect(question.message()).toBe('Revoke this token?')
      void question.accept()
    })
    await button(page, 'Revoke Explorer').click()
    await expectVisible(heading(page, 'No tokens yet'))
    await page.goto('/developers/explorer?endpoint=validateToken')
    expect(await token(page).inputValue()).toBe(secret)
    await pollUntil(async () => {
      // the previous answer disappears on the click
      await execute(page)
      await expectVisible(answer(page))
      expect(await byText(page, 'Request failed with status 401').count()).toBe(1)
    })
    expect(await region(answer(page), 'Body').innerText()).toContain('Missing or invalid token')

    await button(page, 'Logout').click()
    await expectVisible(button(page, 'Sign In'))
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(secret)
  })

  it('S-EXP-14 a request to another server is blocked by the browser, and the error is shown', async () => {
    const { page, guard } = await browser.open(owner, '/developers/explorer?endpoint=getVersion')
    guard.expect(/Content Security Policy|Failed to fetch|third party/)
    await field(page, 'Base URL').fill('https://elsewhere.example/v1')
    await execute(page)
    await expectVisible(page.getByRole('alert').filter({ hasText: 'Failed to fetch' }))
  })
})
