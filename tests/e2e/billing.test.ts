import type { Tier } from '@daymark/contracts'
import { TestStripe, pollUntil } from '@daymark/testing/outside'
import type { Locator, Page } from 'playwright-core'
import type { SignedInUser } from '../support/accounts.ts'
import { axeViolations } from './support/reach/axe.ts'
import {
  button,
  dialog,
  expectHidden,
  heading,
  link,
  navigation,
  region,
  expectVisible,
  byText,
} from './support/find.ts'
import { pressKeyOn } from './support/input/keys.ts'
import { setUpBrowser } from './support/browser.ts'

const PLANS = ['Starter', 'Professional', 'Advanced', 'Studio']
const card = (page: Page | Locator) => region(page, 'Current plan')

describe('in test mode', () => {
  const browser = setUpBrowser()
  const open = async (tier: Tier, path = '/billing', options: Parameters<typeof browser.open>[2] = {}) => {
    const owner = await browser.daymark.createUser({ tier })
    return { owner, ...(await browser.open(owner, path, options)) }
  }

  it('S-BILL-03 S-BILL-04 on a phone each plan is a card with its features and its button', async () => {
    const { page } = await open('advanced', '/billing', { device: 'phone' })
    await expectVisible(card(page))
    for (const name of PLANS) await expectVisible(heading(page, name))
    expect(await page.getByRole('table', { name: 'Plan features' }).count()).toBe(0)
    const cards = region(page, 'Plans')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
    expect(await cards.getByRole('button').allInnerTexts()).toEqual([
      'Downgrade',
      'Downgrade',
      'Current Plan',
      'Upgrade',
    ])
    await expectVisible(byText(cards.nth(3), 'API access'))
    await button(cards.nth(3), 'Upgrade').click()
    await expectVisible(byText(card(page), 'Studio'))
  })
})

describe('with Stripe', () => {
  let stripe: TestStripe
  beforeAll(async () => {
    stripe = (await TestStripe.start()).withPrices()
  })
  const browser = setUpBrowser(() => stripe.env)
  afterAll(() => stripe.stop())

  /** Fakes the script and the pages of Stripe. */
  async function open(path: string, owner?: SignedInUser) {
    const who = owner ?? (await browser.daymark.createUser({ tier: 'starter' }))
    const { page, guard } = await browser.open(who, '/privacy')
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
    const owner = await browser.daymark.createUser({ tier: 'starter' })
    const { body } = await owner.post<{ checkoutUrl: string }>('/api/subscription/checkout', { tier })
    const bought = stripe.pay(body.checkoutUrl)
    await owner.post('/api/subscription/refresh')
    return { owner, bought }
  }

  it("S-BILL-05 S-BILL-06 S-SET-05 Stripe's script is loaded only where plans are bought", async () => {
    const { page } = await open('/billing')
    await expectVisible(byText(page, /^Payments are processed securely/))
    await pollUntil(async () => expect(await scripts(page)).toBe(1))
    await page.goto('/')
    await link(navigation(page, 'Main'), 'Settings').click()
    await expectVisible(button(page, 'Upgrade Plan'))
    expect(await scripts(page)).toBe(0)
    await button(page, 'Upgrade Plan').click()
    await expectVisible(button(dialog(page, 'Billing'), 'Current Plan'))
    await pollUntil(async () => expect(await scripts(page)).toBe(1))
    await expectVisible(dialog(page, 'Billing'))
  })

  it('S-SUB-08 S-BILL-01 an upgrade leads to Stripe, and after the payment the new plan is shown', async () => {
    const { page } = await open('/billing')
    await button(page, 'Upgrade').first().click()
    await page.waitForURL('https://checkout.stripe.test/*')
    await page.goto('/billing?checkout=canceled')
    await expectVisible(byText(page, 'Your plan has not changed.'))
    await pollUntil(() => expect(page.url()).toMatch(/\/billing$/))
    await button(page, 'Upgrade').first().click()
    await page.waitForURL('https://checkout.stripe.test/*')
    stripe.pay(page.url())
    await page.goto('/billing?checkout=success')
    await expectVisible(byText(page, 'Thank you! You are on Professional now.'))
    await expectVisible(byText(card(page), 'Professional'))
    expect(await card(page).locator('dd').innerText()).toMatch(/\d{4}$/)
  })

  it('S-BILL-02 S-BILL-04 a paying customer confirms a change of plan and manages billing at Stripe', async () => {
    const { owner } = await customer('professional')
    const { page } = await open('/billing', owner)
    await button(page, 'Upgrade').last().click()
    const asks = dialog(page, 'Upgrade to Studio?')
    await expectVisible(byText(asks, /^Studio costs \$79 per month/))
    await button(asks, 'Cancel').click()
    await expectHidden(asks)
    await button(page, 'Upgrade').last().click()
    await button(asks, 'Upgrade to Studio').click()
    await expectVisible(byText(card(page), 'Studio'))
    await button(page, 'Manage Billing').click()
    await page.waitForURL('https://billing.stripe.test/*')
  })

  it('rule 10 rule 11 a plan that is canceled, kept or overdue is explained as soon as it changes', async () => {
    const { owner, bought } = await customer('studio')
    const { page } = await open('/billing', owner)
    await expectVisible(byText(card(page), 'Active'))
    await button(page, 'Cancel Plan').click()
    const asks = dialog(page, 'Cancel your Studio plan?')
    await expectVisible(byText(asks, /^Your plan stays active until .*, and you will not be charged again\./))
    expect(await axeViolations(page)).toEqual([])
    await button(asks, 'Keep Plan').click()
    await expectHidden(asks)
    await pressKeyOn(page, button(page, 'Cancel Plan'))
    await button(asks, 'Cancel Plan').click()
    await expectHidden(button(page, 'Cancel Plan'))
    await expectVisible(byText(page, /^Your Studio plan ends on .* Nothing is deleted\.$/))
    await button(page, 'Keep Plan').click()
    await expectVisible(byText(card(page), 'Active'))
    await expectHidden(byText(page, /^Your Studio plan ends on/))
    stripe.declineCards(bought)
    stripe.passPeriod(bought)
    await owner.post('/api/subscription/refresh')
    await expectVisible(byText(card(page), 'Payment overdue'))
    await expectVisible(byText(page, /^Your last payment failed\. Update your card by /))
    await button(page, 'Update Card').click()
    await page.waitForURL('https://billing.stripe.test/*')
  })
})
