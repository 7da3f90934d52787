import { screen, waitFor, within } from '@testing-library/react'
import { planOf, withAccount } from '../../../test/fake-account.ts'
import { failure, type FakeApi } from '../../../test/fake-api.ts'
import { confirmIn, expectToast, mockNativeDialogs, renderApp } from '../../../test/render-app.tsx'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import '../../widgets/billing/billing.tsx'
import './billing.page.tsx'

const { alerts } = mockNativeDialogs()

type Account = Parameters<typeof withAccount>[0]
const open = (account: Account = {}, { path = '/billing', prepare = (_: FakeApi) => undefined as unknown } = {}) =>
  renderApp(path, api => {
    withAccount(account)(api)
    prepare(api)
  })
const card = async () => within(await screen.findByRole('region', { name: 'Current plan' }))
const inOneMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

it('S-BILL-01 S-BILL-05 the card shows plan, status, price and storage; without a payment provider nothing is billed', async () => {
  const storage = { used: 0, limit: 1, usedFormatted: '0 B', limitFormatted: '1.5 TB', percentage: 0 }
  open({ tier: 'advanced', plan: { storage } })
  const plan = await card()
  for (const text of ['Advanced', 'Active', '$39', 'per month', /TB used/]) expect(plan.getByText(text)).toBeVisible()
  expect(plan.getByRole('meter')).toHaveAttribute('aria-valuetext', '0 B of 1.5 TB')
  expect(plan.getByText('Next billing date').nextElementSibling).toHaveTextContent('None')
  expect(await screen.findByText(/^Test mode: plans change at once/)).toBeVisible()
})

it('S-BILL-03 S-BILL-09 the plans are compared in a table, each with its price per month', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Plan features' }))
  const [, ...planHeaders] = table.getAllByRole('columnheader').map(header => header.textContent?.replace(/\s+/g, ' '))
  expect(planHeaders).toEqual([
    expect.stringMatching(/^Starter ?\$7 per month/),
    expect.stringMatching(/^Professional ?\$19 per month/),
    expect.stringMatching(/^Advanced ?\$39 per month/),
    expect.stringMatching(/^Studio ?\$79 per month/),
  ])
})

it('S-BILL-02 S-BILL-04 S-BILL-14 in test mode an upgrade applies at once, and card and buttons show the new plan', async () => {
  const { api, person } = open({ tier: 'professional' })
  const table = within(await screen.findByRole('table', { name: 'Plan features' }))
  const planButtonNames = () => table.getAllByRole('button').map(({ textContent }) => textContent)
  expect(planButtonNames()).toEqual(['Downgrade', 'Current Plan', 'Upgrade', 'Upgrade'])
  expect(table.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  for (const name of ['Upgrade Plan', 'Manage Billing']) expect(screen.getByRole('button', { name })).toBeEnabled()
  await person.click(table.getAllByRole('button', { name: 'Upgrade' })[1]!)
  expect(await (await card()).findByText('Studio')).toBeVisible()
  expect(api.callsTo('POST', '/api/subscription').map(({ path }) => path)).toEqual([
    '/api/subscription/checkout',
    '/api/subscription/update-tier',
  ])
  await waitFor(() => expect(planButtonNames()).toEqual(['Downgrade', 'Downgrade', 'Downgrade', 'Current Plan']))
  expect(screen.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull()
})

it.each([
  [true, 1],
  [false, 0],
])('S-BILL-06 the script of the payment provider is loaded if one is configured: %s', async (configured, count) => {
  // jsdom has no navigation entries. The entry simulates that the document was loaded at /billing.
  Object.assign(performance, { getEntriesByType: () => [{ name: '/billing' }] })
  open({ config: { configured, testMode: !configured } })
  await screen.findByText(configured ? /^Payments are processed securely/ : /^Test mode/)
  const scripts = document.querySelectorAll('script[src="https://js.stripe.com/v3/"]')
  expect(scripts).toHaveLength(count)
  scripts.forEach(script => script.remove())
})

it('S-BILL-11 a failed upgrade shows Upgrade failed. Please try again.', async () => {
  const message = 'The payment did not go through.'
  const { person } = open(
    {},
    { prepare: api => api.on('POST /api/subscription/checkout', () => failure(402, message)) },
  )
  await card()
  await person.click((await screen.findAllByRole('button', { name: 'Upgrade' }))[0]!)
  await waitFor(() => expect(alerts).toHaveBeenCalledWith('Upgrade failed. Please try again.'))
  expect(await screen.findByText(message)).toBeVisible()
  expect((await card()).getByText('Starter')).toBeVisible()
})

it('S-BILL-12 S-BILL-13 alerts explain that the billing portal has no address or cannot be opened', async () => {
  const { api, person } = open()
  await person.click(await screen.findByRole('button', { name: 'Manage Billing' }))
  const comingSoonMessage = 'Billing portal coming soon! Contact support for billing changes.'
  await waitFor(() => expect(alerts).toHaveBeenCalledWith(comingSoonMessage))
  api.on('POST /api/subscription/portal', () => failure(500))
  await person.click(screen.getByRole('button', { name: 'Manage Billing' }))
  const failureMessage = 'Unable to open billing portal. Please contact support.'
  await waitFor(() => expect(alerts).toHaveBeenCalledWith(failureMessage))
})

it('rule 10 S-BILL-04 a plan that has ended can be bought again', async () => {
  open({ tier: 'studio', plan: { managed: true, status: 'canceled', endDate: '2026-05-01T10:00:00.000Z' } })
  expect(await screen.findByText(/^Your plan has ended\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose a Plan' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Renew' })).toBeEnabled()
})

it('S-BILL-01 after the return from the payment provider the new plan is shown, also if the provider does not respond', async () => {
  let isPaid = false
  const { router } = open(
    {},
    {
      path: '/billing?checkout=success',
      prepare: api => {
        api.on('POST /api/subscription/refresh', () => failure(503))
        api.on('GET /api/subscription', () =>
          Response.json(isPaid ? planOf('studio', { managed: true, endDate: inOneMonth }) : planOf('starter')),
        )
      },
    },
  )
  expect(await screen.findByText(/^Thank you! Your payment is being confirmed\./)).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect((await card()).getByText('Starter')).toBeVisible()
  // Simulates the server event.
  isPaid = true
  await invalidateTypes(['userProfile'])
  expect(await (await card()).findByText('Studio')).toBeVisible()
  expect(await screen.findByText('Thank you! You are on Studio now.')).toBeVisible()
})

it('the newest invoices are listed, with unpaid ones marked', async () => {
  const invoice = {
    id: '1',
    date: '2026-05-04T10:00:00.000Z',
    currency: 'usd',
    url: 'https://stripe.test/1',
    pdf: null,
  }
  open(
    { tier: 'studio', plan: { managed: true, endDate: inOneMonth } },
    {
      prepare: api =>
        api.on('GET /api/subscription/invoices', () =>
          Response.json([{ ...invoice, number: 'DM-2', status: 'open', total: 7900 }]),
        ),
    },
  )
  const invoices = within(await screen.findByRole('region', { name: 'Invoices' }))
  expect(invoices.getByText('DM-2 · Unpaid')).toBeVisible()
  expect(invoices.getByText('$79.00')).toBeVisible()
  expect(invoices.getByRole('link')).toHaveAttribute('href', 'https://stripe.test/1')
})

it('rule 11 Cancel Plan asks first, and Keep Plan changes nothing', async () => {
  const plan = { managed: true, cancelAtPeriodEnd: false, endDate: inOneMonth }
  const prepare = (api: FakeApi) =>
    api.on('POST /api/subscription/cancel', () => {
      plan.cancelAtPeriodEnd = true
      return Response.json(planOf('studio', plan))
    })
  const { api, person } = open({ tier: 'studio', plan }, { prepare })
  const cancelPlan = await screen.findByRole('button', { name: 'Cancel Plan' })
  await person.click(cancelPlan)
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel your Studio plan?' }))
  await person.click(dialog.getByRole('button', { name: 'Keep Plan' }))
  expect(api.callsTo('POST', '/api/subscription/cancel')).toEqual([])
  await person.click(cancelPlan)
  await confirmIn(person, 'Cancel your Studio plan?')
  expect(await screen.findByText(/^Your Studio plan ends on/)).toBeVisible()
})

it('a failure to keep the plan shows an error message', async () => {
  const { person } = open(
    { tier: 'studio', plan: { managed: true, cancelAtPeriodEnd: true, endDate: inOneMonth } },
    { prepare: api => api.on('POST /api/subscription/reactivate', () => failure(503)) },
  )
  await person.click(await screen.findByRole('button', { name: 'Keep Plan' }))
  await expectToast('The plan could not be kept. Please try again.')
  expect(screen.getByRole('button', { name: 'Keep Plan' })).toBeEnabled()
})

it('a failure to read the plan can be retried', async () => {
  let isBroken = true
  const { person } = open(
    {},
    {
      prepare: api =>
        api.on('GET /api/subscription', () => (isBroken ? failure(500) : Response.json(planOf('starter')))),
    },
  )
  expect(await screen.findByText('Your plan could not be loaded.')).toBeVisible()
  isBroken = false
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await card()).getByText('Starter')).toBeVisible()
})
