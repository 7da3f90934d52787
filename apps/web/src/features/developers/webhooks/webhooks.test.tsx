import { jest } from '@jest/globals'
import { http } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import '../../../../test/developer-pages.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { confirmIn, expectToast, renderApp } from '../../../../test/render-app.tsx'

const TIMESTAMP = '2026-05-03T10:00:00.000Z'
const ID = '0198c0de-0000-7000-8000-000000000001'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const webhook = (fields: Partial<http.v1.Webhook> = {}): http.v1.Webhook => ({
  id: ID,
  url: 'https://studio.example/hooks',
  events: ['image.uploaded'],
  active: true,
  disabled_reason: null,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  ...fields,
})
const deliveryOf = (id: string, fields: Partial<http.v1.Delivery> = {}): http.v1.Delivery => ({
  id,
  type: 'image.uploaded',
  status: 'delivered',
  attempts: 1,
  response_status: 204,
  error: null,
  duration_ms: 41,
  created_at: TIMESTAMP,
  attempted_at: TIMESTAMP,
  next_attempt_at: null,
  ...fields,
})
const failedDelivery = deliveryOf('msg_2', { status: 'failed', response_status: 500, duration_ms: 1203, attempts: 6 })
const deliveryDetail: http.v1.DeliveryDetail = {
  ...failedDelivery,
  request: { headers: { 'webhook-id': 'msg_2' }, body: '{"type":"image.uploaded"}' },
  response: { headers: { server: 'nginx' }, body: 'Something broke' },
}

function open(listed: http.v1.Webhook[], prepare: (api: FakeApi) => void = () => undefined) {
  return renderApp('/developers/webhooks', api => {
    let hooks = listed
    const path = `/v1/webhooks/${ID}`
    api.on('GET /v1/webhooks', () => Response.json({ webhooks: hooks, total: hooks.length, limit: 200, offset: 0 }))
    api.on('POST /v1/webhooks', ({ body }) => {
      const created = webhook(body as Partial<http.v1.Webhook>)
      hooks = [created]
      return Response.json({ ...created, secret: SECRET }, { status: 201 })
    })
    api.on(`PATCH ${path}`, ({ body }) => {
      hooks = hooks.map(one => ({ ...one, ...body }))
      return Response.json(hooks[0])
    })
    api.on(`DELETE ${path}`, () => {
      hooks = []
      return Response.json({ success: true, message: 'Deleted.' })
    })
    api.on(`POST ${path}/rotate-secret`, () => Response.json({ ...hooks[0], secret: SECRET }))
    api.on(`POST ${path}/test`, () => Response.json(deliveryOf('msg_3')))
    api.on(`GET ${path}/deliveries`, () =>
      Response.json({ deliveries: [deliveryOf('msg_1'), failedDelivery], limit: 20, next_cursor: null }),
    )
    api.on(`GET ${path}/deliveries/msg_2`, () => Response.json(deliveryDetail))
    const respondRedelivered = () => Response.json({ success: true, message: 'Sent.', deliveries: 1 })
    api.on(`POST ${path}/redeliver`, respondRedelivered)
    api.on(`POST ${path}/deliveries/msg_2/redeliver`, respondRedelivered)
    prepare(api)
  })
}
const card = async () => within(await screen.findByRole('article', { name: /studio.example/ }))
afterEach(() => void jest.restoreAllMocks())

it('rule 51 a webhook is created with an address and events, and its secret is shown once', async () => {
  const { person, api } = open([])
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'New Webhook' }))
  const form = within(screen.getByRole('dialog', { name: 'New Webhook' }))
  expect(form.getAllByRole('checkbox')).toHaveLength(http.v1.WEBHOOK_EVENTS.length)
  expect(form.getByRole('button', { name: 'Create Webhook' })).toBeDisabled()
  await person.type(form.getByLabelText('URL'), 'https://studio.example/hooks')
  await person.click(form.getByLabelText('share.view'))
  await person.click(form.getByLabelText('image.uploaded'))
  await person.click(form.getByRole('button', { name: 'Create Webhook' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Signing Secret' }))
  expect(shown.getByText(SECRET)).toBeVisible()
  await person.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(api.callsTo('POST', '/v1/webhooks')[0]?.body).toEqual({
    url: 'https://studio.example/hooks',
    events: ['image.uploaded', 'share.view'],
  })
  expect((await card()).getByText('Active')).toBeVisible()
})

it('the error message for a rejected URL is shown in the dialog', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const message = 'This address is not public.'
  const { person } = open([], api =>
    api.on('POST /v1/webhooks', () => Response.json({ message, code: 'invalid_input' }, { status: 400 })),
  )
  await person.click(await screen.findByRole('button', { name: 'New Webhook' }))
  await person.type(screen.getByLabelText('URL'), 'https://10.0.0.1/')
  await person.click(screen.getByLabelText('share.view'))
  await person.click(screen.getByRole('button', { name: 'Create Webhook' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
})

it('a webhook is paused, resumed and changed, gets a new secret, and is deleted', async () => {
  const { person, api } = open([webhook()])
  const press = async (name: string) => person.click(await (await card()).findByRole('button', { name }))
  await press('Pause')
  expect(await (await card()).findByText('Paused')).toBeVisible()
  await press('Resume')
  expect(await (await card()).findByText('Active')).toBeVisible()
  await press('Edit webhook')
  await person.click(await screen.findByLabelText('album.created'))
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await (await card()).findByText('album.created')).toBeVisible()
  expect(api.callsTo('PATCH', '/v1/webhooks').map(({ body }) => body)).toEqual([
    { active: false },
    { active: true },
    { url: webhook().url, events: ['image.uploaded', 'album.created'] },
  ])
  await press('New Secret')
  await confirmIn(person, 'Create a new signing secret?')
  expect(await screen.findByText(SECRET)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Done' }))
  await press('Delete webhook')
  await confirmIn(person, 'Delete this webhook?')
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
})

it('a disabled webhook shows the reason', async () => {
  open([webhook({ active: false, disabled_reason: 'It failed for 5 days.' })])
  expect((await card()).getByText('Stopped')).toBeVisible()
  expect((await card()).getByText('It failed for 5 days.')).toBeVisible()
})

it('its deliveries are listed with request, response and time, and can be resent', async () => {
  const { person, api } = open([webhook()])
  await person.click(await (await card()).findByRole('button', { name: 'Send Test Event' }))
  await expectToast('Test event sent.')
  const log = within(await screen.findByRole('region', { name: 'Deliveries' }))
  expect(log.getByRole('button', { name: /^Delivered image.uploaded Status 204 · 41 ms/ })).toBeVisible()
  const row = log.getByRole('button', { name: /^Failed image.uploaded Status 500 · 1203 ms · 6 attempts/ })
  await person.click(row)
  expect(await log.findByRole('region', { name: /^Request/ })).toHaveTextContent('"type": "image.uploaded"')
  expect(log.getByRole('region', { name: /^Response/ })).toHaveTextContent('Something broke')
  await person.click(log.getByRole('button', { name: 'Resend' }))
  await waitFor(() => expect(api.callsTo('POST', `/v1/webhooks/${ID}/deliveries/msg_2/redeliver`)).toHaveLength(1))
  await person.click(await screen.findByRole('button', { name: 'Resend All Failed' }))
  await waitFor(() => expect(api.callsTo('POST', `/v1/webhooks/${ID}/redeliver`)).toHaveLength(1))
})
