import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { builtWeb, setStage } from '../support/stage.ts'
import {
  button,
  checkbox,
  choice,
  dialog,
  field,
  gone,
  heading,
  link,
  navigation,
  region,
  shown,
  words,
} from '../support/find.ts'
import { focused, press, tabTo, type } from '../support/input/keys.ts'
import { coming } from '../support/lasting.ts'
import { drawing } from '../support/photos.ts'
import { pollUntil } from '@daymark/testing/outside'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const stage = setStage()
let owner: Member
beforeAll(async () => {
  owner = await stage.daymark.user({ tier: 'studio' })
})

const sidebar = (page: Page) => navigation(page, 'Developers')
const answer = (page: Page) => region(page, 'Response')
const token = (page: Page) => page.getByLabel('API token')
const execute = (page: Page) => button(page, 'Execute Request').click()

describe('the developer pages', () => {
  it('S-DEV-01 S-DEV-02 S-DEV-11 are reached from the top bar, and each by its link', async () => {
    const { page } = await stage.open(owner, '/')
    await link(navigation(page, 'Main'), 'Developers').click()
    await shown(heading(page, 'Developers'))
    for (const name of [
      'Quickstart Guide',
      'Authentication',
      'Endpoints',
      'Use Cases',
      'API Explorer',
      'Token Vault',
    ]) {
      await link(sidebar(page), name).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      expect(await link(sidebar(page), name).getAttribute('aria-current')).toBe('page')
      await pollUntil(async () => expect(await page.title()).toBe(`${name} · Daymark`))
    }
    await page.goto('/developers/vaul')
    await shown(heading(page, 'Token Vault'))
  })

  it('S-DEV-11 L-NAV-07 on a phone they are in the side menu, and their list is folded', async () => {
    const { page } = await stage.open(owner, '/', { device: 'phone' })
    await button(page, 'More').tap()
    await link(dialog(page, 'More'), 'Developers').tap()
    await shown(heading(page, 'Developers'))
    expect(await sidebar(page).isVisible()).toBe(false)
    await page.locator('summary', { hasText: 'Overview' }).tap()
    await link(sidebar(page), 'API Explorer').tap()
    await shown(heading(page, 'API Explorer'))
    await gone(sidebar(page))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('L-NAV-01 the top bar holds every section, also on a tablet held upright', async () => {
    const { page } = await stage.open(owner, '/developers', { width: 769 })
    await shown(link(navigation(page, 'Main'), 'Developers'))
    await shown(button(page, 'Theme'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(769)
  })

  it('S-DEV-04 the OpenAPI document lies under its address, and the examples beside it', async () => {
    const visitor = stage.daymark.stranger()
    const { status, headers, bytes } = await visitor.get('/docs/api/openapi.yaml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8'])
    expect(bytes.toString()).toBe(readFileSync(join(builtWeb, '../../../docs/api/openapi.yaml'), 'utf8'))
    expect((await visitor.get('/docs/api/examples/quickstart.py')).bytes.toString()).toMatch(/^# Check your token/)
    expect((await visitor.get('/docs/api/examples/index.html')).bytes.toString()).toContain('href="quickstart.swift"')
  })
})

describe('vault and explorer', () => {
  it('S-VAULT-03 S-VAULT-04 S-VAULT-06 S-EXP-08 S-EXP-09 S-EXP-14 a token is made, works in the explorer, and no more once it is revoked', async () => {
    // signs out at the end
    const member = await stage.daymark.user({ tier: 'studio' })
    const { page, guard } = await stage.open(member, '/developers/vault', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    guard.expect(/status of 401/)
    await button(page, 'New Token').click()
    await field(dialog(page, 'New Token'), 'Name (optional)').fill('Explorer')
    await button(page, 'Create Token').click()
    const made = dialog(page, 'Your New Token')
    const copied = await coming(page, 'Token copied to clipboard')
    await button(made, 'Copy').click()
    await copied()
    await button(made, 'Done').click()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    expect(secret).toMatch(/^dm_\w{30,}$/)
    await shown(words(page, 'Explorer'))

    await link(sidebar(page), 'API Explorer').click()
    await shown(words(page, 'Select an endpoint'))
    await button(page, 'GET /tokens/validate').click()
    await execute(page)
    await shown(words(page, 'API token is required for this endpoint'))
    await token(page).fill(secret)
    await button(page, 'Save').click()
    await execute(page)
    await shown(words(answer(page), '200 OK'))
    expect(await region(answer(page), 'Body').innerText()).toContain('"valid": true')

    await button(page, 'GET /tags').click()
    const tags = page.waitForResponse(/\/v1\/tags/)
    await execute(page)
    const etag = await (await tags).headerValue('etag')
    await shown(words(answer(page), '200 OK'))
    await field(page, 'If-None-Match').fill(etag ?? '')
    await execute(page)
    await shown(words(answer(page), '304 Not Modified'))

    await link(sidebar(page), 'Token Vault').click()
    page.once('dialog', question => {
      expect(question.message()).toBe('Revoke this token?')
      void question.accept()
    })
    await button(page, 'Revoke Explorer').click()
    await shown(heading(page, 'No tokens yet'))
    await page.goto('/developers/explorer?endpoint=validateToken')
    expect(await token(page).inputValue()).toBe(secret)
    await pollUntil(async () => {
      // the answer before is gone with the press
      await execute(page)
      await shown(answer(page))
      expect(await words(page, 'Request failed with status 401').count()).toBe(1)
    })
    expect(await region(answer(page), 'Body').innerText()).toContain('Missing or invalid token')

    await button(page, 'Logout').click()
    await shown(button(page, 'Sign In'))
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(secret)
  })

  it('S-VAULT-03 S-VAULT-04 S-EXP-04 by keyboard alone', async () => {
    const member = await stage.daymark.user({ tier: 'studio' })
    const { page } = await stage.open(member, '/developers/vault')
    await press(page, button(page, 'New Token'))
    await focused(field(page, 'Name (optional)'))
    await page.keyboard.type('Keys')
    await press(page, checkbox(page, 'write'), 'Space')
    await tabTo(page, choice(page, 'TTL'), 'Shift+Tab')
    await press(page, button(page, 'Create Token'))
    await press(page, button(dialog(page, 'Your New Token'), 'Done'))
    await shown(button(page, 'Revoke Keys'))

    await page.goto('/developers/explorer')
    await press(page, button(page, 'GET /version'))
    await tabTo(page, page.getByRole('tab', { name: 'Parameters' }))
    await page.keyboard.press('ArrowRight')
    await shown(region(page, 'cURL'))
    await press(page, button(page, 'Execute Request'))
    await shown(words(answer(page), '200 OK'))
    await type(page, token(page), 'dm_')
  })

  it('a photo is uploaded with the explorer', async () => {
    const member = await stage.daymark.user({ tier: 'studio' })
    const { body } = await member.post<{ token: string }>('/v1/tokens', { scopes: ['write'], ttl: '24h' })
    const { page } = await stage.open(member, '/developers/explorer?endpoint=uploadImage')
    await token(page).fill(body.token)
    await field(page, 'title').fill('From the explorer')
    await page.getByLabel('file').setInputFiles({ name: 'Pier.jpg', mimeType: 'image/jpeg', buffer: await drawing(1) })
    await execute(page)
    await shown(words(answer(page), '201 Created'))
    expect(await region(answer(page), 'Body').innerText()).toContain('"title": "From the explorer"')
    const { body: photos } = await member.get<{ total: number }>('/api/images')
    expect(photos.total).toBe(1)
  })

  it('rule 51 a webhook to a private address is refused with its reason', async () => {
    const { page, guard } = await stage.open(owner, '/developers/webhooks')
    guard.expect(/status of 400/, /Creating the webhook failed/)
    await button(page, 'New Webhook').click()
    await field(page, 'URL').fill('https://127.0.0.1/hook')
    await checkbox(page, 'share.view').check()
    await button(page, 'Create Webhook').click()
    await shown(dialog(page, 'New Webhook').getByRole('alert').filter({ hasText: 'url cannot be used' }))
  })

  it('S-EXP-14 another server is refused by the browser, and said as it is given', async () => {
    const { page, guard } = await stage.open(owner, '/developers/explorer?endpoint=getVersion')
    guard.expect(/Content Security Policy|Failed to fetch|third party/)
    await field(page, 'Base URL').fill('https://elsewhere.example/v1')
    await execute(page)
    await shown(page.getByRole('alert').filter({ hasText: 'Failed to fetch' }))
  })
})
