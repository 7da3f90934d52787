import type { Tier } from '@daymark/contracts'
import { TestStripe } from '@daymark/testing/outside'
import type { Locator, Page } from 'playwright-core'
import type { Member } from '../support/people.ts'
import { allRules } from './support/reach/axe.ts'
import { button, dialog, gone, heading, link, navigation, region, shown, words } from './support/find.ts'
import { press } from './support/input/keys.ts'
import { requestsOf } from './support/network.ts'
import { setStage } from './support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const PLANS = ['Starter', 'Professional', 'Advanced', 'Studio']
const card = (page: Page | Locator) => region(page, 'Current plan')
const table = (page: Page) => page.getByRole('table', { name: 'What the plans have' })

describe('in test mode', () => {
  const stage = setStage()
  const open = async (tier: Tier, path = '/billing', look: Parameters<typeof stage.open>[2] = {}) => {
    const owner = await stage.daymark.user({ tier })
    return { owner, ...(await stage.open(owner, path, look)) }
  }

  it('S-BILL-04 S-BILL-14 S-SUB-18 upgrades and downgrades, as card and buttons show at once, by keyboard', async () => {
    const { page, owner } = await open('professional')
    const changes = () => table(page).getByRole('button').allInnerTexts()
    await shown(table(page))
    await pollUntil(async () => expect(await changes()).toEqual(['Downgrade', 'Current Plan', 'Upgrade', 'Upgrade']))
    expect(await button(page, 'Current Plan').isDisabled()).toBe(true)
    const calls = requestsOf(page, /POST \/api\/subscription/)
    await press(page, button(page, 'Upgrade').last())
    await shown(words(card(page), 'Studio'))
    expect(calls).toEqual(['POST /api/subscription/checkout', 'POST /api/subscription/update-tier'])
    await pollUntil(async () =>
      expect(await changes()).toEqual(['Downgrade', 'Downgrade', 'Downgrade', 'Current Plan']),
    )
    expect(await button(page, 'Upgrade Plan').count()).toBe(0)
    await shown(words(card(page), /of 3 TB used/))
    await button(page, 'Downgrade').first().click()
    await shown(words(card(page), 'Starter'))
    expect((await owner.get<{ tier: string }>('/api/subscription')).body.tier).toBe('starter')
  })

  it('S-BILL-03 S-BILL-04 on a phone the plans are cards, each with what it adds and its button', async () => {
    const { page } = await open('advanced', '/billing', { device: 'phone' })
    await shown(card(page))
    for (const name of PLANS) await shown(heading(page, name))
    expect(await table(page).count()).toBe(0)
    const cards = region(page, 'Plans')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
    expect(await cards.getByRole('button').allInnerTexts()).toEqual([
      'Downgrade',
      'Downgrade',
      'Current Plan',
      'Upgrade',
    ])
    await shown(words(cards.nth(3), 'API access'))
    await button(cards.nth(3), 'Upgrade').click()
    await shown(words(card(page), 'Studio'))
  })
})

describe('with Stripe', () => {
  let stripe: TestStripe
  beforeAll(async () => {
    stripe = (await TestStripe.start()).withPrices()
  })
  const stage = setStage(() => stripe.env)
  afterAll(() => stripe.stop())

  /** Stripe's script and pages, as far as a browser has to see them. */
  async function open(path: string, owner?: Member) {
    const who = owner ?? (await stage.daymark.user({ tier: 'starter' }))
    const { page, guard } = await stage.open(who, '/privacy')
    guard.expect(/request to a third party: https:\/\/(js\.stripe\.com|(checkout|billing)\.stripe\.test)\//)
    await page.route('https://js.stripe.com/**', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.route(/https:\/\/(checkout|billing)\.stripe\.test\//, route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stripe</title><h1>Stripe</h1>' }),
    )
    await page.goto(path)
    return { page, owner: who }
  }
  const scripts = (page: Page) => page.locator('script[src^="https://js.stripe.com/"]').count()
  async function customer(tier: Tier) {
    const owner = await stage.daymark.user({ tier: 'starter' })
    const { body } = await owner.post<{ checkoutUrl: string }>('/api/subscription/checkout', { tier })
    const bought = stripe.pay(body.checkoutUrl)
    await owner.post('/api/subscription/refresh')
    return { owner, bought }
  }

  it("S-BILL-05 S-BILL-06 S-SET-05 Stripe's script is there where plans are bought, and nowhere else", async () => {
    const { page } = await open('/billing')
    await shown(words(page, /^Payments are secure: /))
    await pollUntil(async () => expect(await scripts(page)).toBe(1))
    await page.goto('/')
    await link(navigation(page, 'Main'), 'Settings').click()
    await shown(button(page, 'Upgrade Plan'))
    expect(await scripts(page)).toBe(0)
    await button(page, 'Upgrade Plan').click()
    await shown(button(dialog(page, 'Billing'), 'Current Plan'))
    await pollUntil(async () => expect(await scripts(page)).toBe(1))
    await shown(dialog(page, 'Billing'))
  })

  it('S-SUB-08 S-BILL-01 an upgrade leads to the page of Stripe, and who comes back has the new plan', async () => {
    const { page } = await open('/billing')
    await button(page, 'Upgrade').first().click()
    await page.waitForURL('https://checkout.stripe.test/*')
    await page.goto('/billing?checkout=canceled')
    await shown(words(page, 'Nothing was changed: your plan is as it was.'))
    await pollUntil(() => expect(page.url()).toMatch(/\/billing$/))
    await button(page, 'Upgrade').first().click()
    await page.waitForURL('https://checkout.stripe.test/*')
    stripe.pay(page.url())
    await page.goto('/billing?checkout=success')
    await shown(words(page, 'Thank you! You are on Professional now.'))
    await shown(words(card(page), 'Professional'))
    expect(await card(page).locator('dd').innerText()).toMatch(/\d{4}$/)
  })

  it('S-BILL-02 S-BILL-04 who pays is asked before the plan changes, and manages the rest at Stripe', async () => {
    const { owner } = await customer('professional')
    const { page } = await open('/billing', owner)
    await button(page, 'Upgrade').last().click()
    const asks = dialog(page, 'Upgrade to Studio?')
    await shown(words(asks, /^Studio costs \$79 per month/))
    await button(asks, 'Cancel').click()
    await gone(asks)
    await button(page, 'Upgrade').last().click()
    await button(asks, 'Upgrade to Studio').click()
    await shown(words(card(page), 'Studio'))
    await button(page, 'Manage Billing').click()
    await page.waitForURL('https://billing.stripe.test/*')
  })

  it('rule 10 rule 11 a plan that is canceled and kept, and one that is overdue, are told in plain words, as it happens', async () => {
    const { owner, bought } = await customer('studio')
    const { page } = await open('/billing', owner)
    await shown(words(card(page), 'Active'))
    await button(page, 'Cancel Plan').click()
    const asks = dialog(page, 'Cancel your Studio plan?')
    await shown(words(asks, /^It stays as it is until .*, and no further payment is taken\./))
    expect(await allRules(page)).toEqual([])
    await button(asks, 'Keep Plan').click()
    await gone(asks)
    await press(page, button(page, 'Cancel Plan'))
    await button(asks, 'Cancel Plan').click()
    await gone(button(page, 'Cancel Plan'))
    await shown(words(page, /^Your Studio plan ends on .* Nothing is deleted\.$/))
    await button(page, 'Keep Plan').click()
    await shown(words(card(page), 'Active'))
    await gone(words(page, /^Your Studio plan ends on/))
    stripe.declineCards(bought)
    stripe.passPeriod(bought)
    await owner.post('/api/subscription/refresh')
    await shown(words(card(page), 'Payment overdue'))
    await shown(words(page, /^Your last payment failed\. Update your card by /))
    await button(page, 'Update Card').click()
    await page.waitForURL('https://billing.stripe.test/*')
  })
})
