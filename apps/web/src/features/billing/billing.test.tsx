import { jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { planOf, withAccount } from '../../../test/fake-account.ts'
import { fails, type FakeApi } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { forget } from '../../domain/cache/cache.ts'
import '../../widgets/billing/billing.tsx'
import './billing.page.tsx'

const alerts = jest.spyOn(window, 'alert').mockImplementation(() => undefined)
const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => {
  alerts.mockClear()
  logged.mockClear()
})

type Account = Parameters<typeof withAccount>[0]
const open = (account: Account = {}, { path = '/billing', prepare = (_: FakeApi) => undefined as unknown } = {}) =>
  renderApp(path, api => {
    withAccount(account)(api)
    prepare(api)
  })
const card = async () => within(await screen.findByRole('region', { name: 'Current plan' }))
const inOneMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

it('S-BILL-01 S-BILL-05 the card without a card provider: nothing is billed', async () => {
  open({ tier: 'advanced' })
  const plan = await card()
  expect(plan.getByText('Advanced')).toBeVisible()
  expect(plan.getByText('Next billing date').nextElementSibling).toHaveTextContent('None')
  expect(await screen.findByText(/^Test mode: plans are switched at once/)).toBeVisible()
})

it('S-BILL-01 back from the card provider the new plan is shown as soon as it is there, also without an answer', async () => {
  let isPaid = false
  const { router } = open(
    {},
    {
      path: '/billing?checkout=success',
      prepare: api => {
        api.on('POST /api/subscription/refresh', () => fails(503))
        api.on('GET /api/subscription', () =>
          Response.json(isPaid ? planOf('studio', { managed: true, endDate: inOneMonth }) : planOf('starter')),
        )
      },
    },
  )
  expect(await screen.findByText(/^Thank you! Your payment is being confirmed\./)).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect((await card()).getByText('Starter')).toBeVisible()
  // As the server's message does it.
  isPaid = true
  await forget(['userProfile'])
  expect(await (await card()).findByText('Studio')).toBeVisible()
  expect(await screen.findByText('Thank you! You are on Studio now.')).toBeVisible()
})

it('the newest invoices of who pays are listed, with what is unpaid', async () => {
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

it('a plan that could not be kept says so', async () => {
  const { person } = open(
    { tier: 'studio', plan: { managed: true, cancelAtPeriodEnd: true, endDate: inOneMonth } },
    { prepare: api => api.on('POST /api/subscription/reactivate', () => fails(503)) },
  )
  await person.click(await screen.findByRole('button', { name: 'Keep Plan' }))
  await waitFor(() => expect(alerts).toHaveBeenCalledWith('Your plan could not be kept. Please try again.'))
  expect(screen.getByRole('button', { name: 'Keep Plan' })).toBeEnabled()
})

it('a plan that cannot be read can be read again', async () => {
  let isBroken = true
  const { person } = open(
    {},
    {
      prepare: api => api.on('GET /api/subscription', () => (isBroken ? fails(500) : Response.json(planOf('starter')))),
    },
  )
  expect(await screen.findByText('Your plan could not be loaded.')).toBeVisible()
  isBroken = false
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await card()).getByText('Starter')).toBeVisible()
})
