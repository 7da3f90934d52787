import { createHmac } from 'node:crypto'
import { billing } from '@daymark/contracts'
import { createLogger, run } from '@daymark/platform'
import { actorOf, describeWith, pollUntil, setUp } from '@daymark/testing'
import { jest } from '@jest/globals'
import { billingService } from '../src/index.ts'
import { Shop } from './support/shop.ts'

const HOUR = 3_600_000
const SECOND = 1000
const shop = setUp(() => Shop.open())

const findEventRows = (eventId: string, inShop = shop) =>
  inShop.services
    .db('billing')
    .sql('SELECT handled_at IS NOT NULL AS handled FROM provider_events WHERE id = $1', [eventId])
/** Changes a subscription at Stripe, and returns the event of the change without delivering it. */
async function changeAtStripe(inShop = shop) {
  const bought = await inShop.createCustomer('starter')
  const [price] = [...inShop.stripe.state.prices.values()].filter(one => one.lookup_key === 'daymark_studio_monthly')
  if (price) bought.subscription.items.data[0].price = price
  const event = inShop.stripe.state.emit('customer.subscription.updated', bought.subscription)
  inShop.stripe.takeEvents()
  return { ...bought, event }
}

describe('events of Stripe', () => {
  it('are stored and applied once when delivered repeatedly or concurrently', async () => {
    const { userId, event } = await changeAtStripe()
    await Promise.all(Array.from({ length: 8 }, () => shop.deliver([event])))
    await shop.services.settle()
    const requestCount = shop.stripe.server.requests.length
    await shop.deliver([event, event])
    await shop.services.settle()
    expect(shop.stripe.server.requests).toHaveLength(requestCount)
    expect(await findEventRows(event.id)).toEqual([{ handled: true }])
    expect((await shop.findPublished(userId)).map(({ version, tier }) => [version, tier])).toEqual([
      [1, 'starter'],
      [2, 'starter'],
      [3, 'studio'],
    ])
  })

  it('apply the current state for any order and age of events', async () => {
    const { userId, subscription } = await shop.createCustomer('professional')
    subscription.cancel_at_period_end = true
    const canceling = shop.stripe.state.emit('customer.subscription.updated', subscription)
    subscription.cancel_at_period_end = false
    const resuming = shop.stripe.state.emit('customer.subscription.updated', subscription)
    await shop.deliver([resuming])
    await shop.services.settle()
    const { version } = await shop.get(userId)
    shop.services.clock.advance(3 * HOUR)
    // Stripe signs each delivery separately
    await shop.deliver([canceling])
    await shop.services.settle()
    expect(await shop.get(userId)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, version })
  })

  it('of other products and unknown types are stored and change nothing', async () => {
    const stranger = shop.stripe.state.emit('customer.subscription.updated', { id: 'sub_other', customer: 'cus_other' })
    const { userId, subscription } = await shop.createCustomer('studio')
    const { version } = await shop.get(userId)
    const other = shop.stripe.state.emit('customer.updated', { id: subscription.customer })
    const requestCount = shop.stripe.server.requests.length
    await shop.deliver([stranger, other])
    await shop.services.settle()
    expect(shop.stripe.server.requests).toHaveLength(requestCount)
    expect((await shop.get(userId)).version).toBe(version)
    expect(await findEventRows(stranger.id)).toHaveLength(1)
  })
})

describe('a delivery is rejected and not stored', () => {
  const expectRejected = async (delivery: { payload: string; signature: string }, id: string) => {
    await expect(shop.receive(delivery)).rejects.toMatchObject({ code: 'webhook_refused', status: 400 })
    expect(await findEventRows(id)).toEqual([])
  }
  const timeAfter = (ms: number): Date => new Date(+shop.services.clock.now() + ms)
  afterEach(() => void jest.restoreAllMocks())

  it('if it is signed with another secret, with an empty one, or not at all', async () => {
    const { userId, event } = await changeAtStripe()
    await expectRejected(shop.stripe.signed(event, { secret: 'whsec_of_another' }), event.id)
    const { payload, signature } = shop.stripe.signed(event)
    const time = signature.slice(2, signature.indexOf(','))
    const empty = createHmac('sha256', '').update(`${time}.${payload}`).digest('hex')
    for (const wrong of [
      `t=${time},v1=${empty}`,
      `t=${time},v1=`,
      `t=${time}`,
      signature.replace('v1=', 'v0='),
      '',
      'v1',
    ])
      await expectRejected({ payload, signature: wrong }, event.id)
    expect(await shop.get(userId)).toMatchObject({ tier: 'starter' })
  })

  it('if its body or its time differs from what was signed', async () => {
    const { event } = await changeAtStripe()
    const { payload, signature } = shop.stripe.signed(event)
    await expectRejected({ payload: payload.replace('"livemode": false', '"livemode": false '), signature }, event.id)
    await expectRejected({ payload: JSON.stringify(JSON.parse(payload)), signature }, event.id)
    const moved = signature.replace(/t=(\d+)/, (_, time: string) => `t=${Number(time) + 1}`)
    await expectRejected({ payload, signature: moved }, event.id)
    await expectRejected({ payload: '', signature }, event.id)
  })

  it('if its timestamp is more than 300 seconds in the past or the future', async () => {
    const { event } = await changeAtStripe()
    // the clock is stopped between signing and receiving
    jest.spyOn(Date, 'now').mockReturnValue(Date.now())
    for (const ms of [-302, 302, -86_400, 86_400, 10 ** 9].map(seconds => seconds * SECOND))
      await expectRejected(shop.stripe.signed(event, { at: timeAfter(ms) }), event.id)
    // if a header has several timestamps, both the library of Stripe and Daymark use the last one
    const future = shop.stripe.signed(event, { at: timeAfter(86_400 * SECOND) })
    const now = `t=${Math.floor(+timeAfter(0) / 1000)},`
    await expectRejected({ ...future, signature: now + future.signature }, event.id)
    for (const ms of [-298, 298].map(seconds => seconds * SECOND))
      await expect(shop.receive(shop.stripe.signed(event, { at: timeAfter(ms) }))).resolves.toBeTruthy()
  })

  it('if it is from another account, for the other mode, or no event at all', async () => {
    const { event } = await changeAtStripe()
    await expectRejected(shop.stripe.signed({ ...event, account: 'acct_another' }), event.id)
    await expectRejected(shop.stripe.signed({ ...event, livemode: true }), event.id)
    for (const nothing of [null, [], { id: event.id }, { ...event, data: null }, { ...event, id: 7 }])
      await expectRejected(shop.stripe.signed(nothing as object), event.id)
  })
})

describe('while Stripe is unavailable', () => {
  it('events are accepted, wait an hour and are then processed; entitlements do not change in between', async () => {
    const { userId, event } = await changeAtStripe()
    const other = await changeAtStripe()
    shop.stripe.server.isUnavailable = true
    await shop.deliver([event, other.event])
    await expect(shop.checkout(userId, 'advanced')).rejects.toMatchObject({ code: 'provider_unavailable', status: 503 })
    for (let minute = 0; minute < 60; minute += 10) {
      shop.services.clock.advance(10 * 60 * SECOND)
      expect(await shop.get(userId)).toMatchObject({ tier: 'starter', status: 'active' })
    }
    shop.stripe.server.isUnavailable = false
    const isApplied = async (id: string) => (await shop.get(id)).tier === 'studio'
    await pollUntil('the first change is applied', async () => {
      shop.services.clock.advance(60 * SECOND)
      return isApplied(userId)
    })
    await pollUntil('the other change is applied', () => isApplied(other.userId))
    await shop.services.settle()
    expect(await shop.services.db('billing').sql('SELECT reason FROM dead_letters')).toEqual([])
  })

  afterEach(() => void (shop.stripe.server.isUnavailable = false))
})

it('an older response of Stripe never replaces a newer one', async () => {
  const { userId, subscription } = await shop.createCustomer('professional')
  const { version } = await shop.get(userId)
  subscription.cancel_at_period_end = true
  const firstRequest = shop.stripe.server.holdNext()
  const slowRefresh = refresh(userId)
  await firstRequest.reached
  subscription.cancel_at_period_end = false
  await refresh(userId)
  firstRequest.release()
  expect(await slowRefresh).toMatchObject({ cancelAtPeriodEnd: false, version })
  expect(await shop.get(userId)).toMatchObject({ cancelAtPeriodEnd: false, version })
})

const refresh = (userId: string) => shop.services.rpc.call(billing.refresh, {}, actorOf(userId))

describeWith('nats-server')('two replicas of billing over NATS', () => {
  const replicatedShop = setUp(() => Shop.open({ bus: 'nats' }))

  it('two concurrent equal results change the plan once', async () => {
    const { env, clock } = replicatedShop.services
    const log = createLogger('test', 'silent')
    const replica = await run([billingService], { env, clock, log, allServices: ['billing'] })
    try {
      for (let round = 0; round < 5; round++) {
        const { userId, event } = await changeAtStripe(replicatedShop)
        const { version } = await replicatedShop.get(userId)
        // each of the two replicas may process any of these deliveries
        await Promise.all(Array.from({ length: 8 }, () => replicatedShop.deliver([event])))
        await replicatedShop.services.settle()
        expect(await replicatedShop.get(userId)).toMatchObject({ tier: 'studio', version: version + 1 })
        expect(await findEventRows(event.id, replicatedShop)).toEqual([{ handled: true }])
      }
    } finally {
      await replica.stop()
    }
  })
})
