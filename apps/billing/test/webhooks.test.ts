import { createHmac } from 'node:crypto'
import { billing } from '@daymark/contracts'
import { createLogger, run } from '@daymark/platform'
import { actorOf, describeWith, pollUntil } from '@daymark/testing'
import { jest } from '@jest/globals'
import { billingService } from '../src/index.ts'
import { Shop } from './support/shop.ts'

const HOUR = 3_600_000
const SECOND = 1000
let shop: Shop
beforeAll(async () => void (shop = await Shop.open()))
afterAll(() => shop.close())

const rowsOf = (eventId: string, of = shop) =>
  of.services
    .db('billing')
    .sql('SELECT handled_at IS NOT NULL AS handled FROM provider_events WHERE id = $1', [eventId])
/** A change at Stripe and its event, which is not delivered yet. */
async function change(of = shop) {
  const bought = await of.customer('starter')
  const [price] = [...of.stripe.state.prices.values()].filter(one => one.lookup_key === 'daymark_studio_monthly')
  if (price) bought.subscription.items.data[0].price = price
  const event = of.stripe.state.emit('customer.subscription.updated', bought.subscription)
  of.stripe.takeEvents()
  return { ...bought, event }
}

describe('events of Stripe', () => {
  it('twice, and many times at once, are one row and one change', async () => {
    const { userId, event } = await change()
    await Promise.all(Array.from({ length: 8 }, () => shop.tell([event])))
    await shop.services.settle()
    const asked = shop.stripe.server.requests.length
    await shop.tell([event, event])
    await shop.services.settle()
    expect(shop.stripe.server.requests).toHaveLength(asked)
    expect(await rowsOf(event.id)).toEqual([{ handled: true }])
    expect((await shop.publishedOf(userId)).map(({ version, tier }) => [version, tier])).toEqual([
      [1, 'starter'],
      [2, 'starter'],
      [3, 'studio'],
    ])
  })

  it('in any order, and late, say how things stand now, not how they stood', async () => {
    const { userId, subscription } = await shop.customer('professional')
    subscription.cancel_at_period_end = true
    const canceling = shop.stripe.state.emit('customer.subscription.updated', subscription)
    subscription.cancel_at_period_end = false
    const goingOn = shop.stripe.state.emit('customer.subscription.updated', subscription)
    await shop.tell([goingOn])
    await shop.services.settle()
    const { version } = await shop.get(userId)
    shop.services.clock.advance(3 * HOUR)
    // Stripe signs each delivery separately
    await shop.tell([canceling])
    await shop.services.settle()
    expect(await shop.get(userId)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, version })
  })

  it('of customers and kinds that are not ours are kept and mean nothing', async () => {
    const stranger = shop.stripe.state.emit('customer.subscription.updated', { id: 'sub_other', customer: 'cus_other' })
    const { userId, subscription } = await shop.customer('studio')
    const { version } = await shop.get(userId)
    const other = shop.stripe.state.emit('customer.updated', { id: subscription.customer })
    const asked = shop.stripe.server.requests.length
    await shop.tell([stranger, other])
    await shop.services.settle()
    expect(shop.stripe.server.requests).toHaveLength(asked)
    expect((await shop.get(userId)).version).toBe(version)
    expect(await rowsOf(stranger.id)).toHaveLength(1)
  })
})

describe('what Stripe did not send to us just now is refused and leaves nothing', () => {
  const refused = async (delivery: { payload: string; signature: string }, id: string) => {
    await expect(shop.receive(delivery)).rejects.toMatchObject({ code: 'webhook_refused', status: 400 })
    expect(await rowsOf(id)).toEqual([])
  }
  const at = (ms: number): Date => new Date(+shop.services.clock.now() + ms)
  afterEach(() => void jest.restoreAllMocks())

  it('signed with another secret, with an empty one, or not at all', async () => {
    const { userId, event } = await change()
    await refused(shop.stripe.signed(event, { secret: 'whsec_of_another' }), event.id)
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
      await refused({ payload, signature: wrong }, event.id)
    expect(await shop.get(userId)).toMatchObject({ tier: 'starter' })
  })

  it('with another body, or another time, than was signed', async () => {
    const { event } = await change()
    const { payload, signature } = shop.stripe.signed(event)
    await refused({ payload: payload.replace('"livemode": false', '"livemode": false '), signature }, event.id)
    await refused({ payload: JSON.stringify(JSON.parse(payload)), signature }, event.id)
    const moved = signature.replace(/t=(\d+)/, (_, time: string) => `t=${Number(time) + 1}`)
    await refused({ payload, signature: moved }, event.id)
    await refused({ payload: '', signature }, event.id)
  })

  it('replayed later, or signed for later: 300 seconds in both directions', async () => {
    const { event } = await change()
    // no second passes from signing to receiving
    jest.spyOn(Date, 'now').mockReturnValue(Date.now())
    for (const ms of [-302, 302, -86_400, 86_400, 10 ** 9].map(seconds => seconds * SECOND))
      await refused(shop.stripe.signed(event, { at: at(ms) }), event.id)
    // the library takes the last of several times, and so do we
    const future = shop.stripe.signed(event, { at: at(86_400 * SECOND) })
    const now = `t=${Math.floor(+at(0) / 1000)},`
    await refused({ ...future, signature: now + future.signature }, event.id)
    for (const ms of [-298, 298].map(seconds => seconds * SECOND))
      await expect(shop.receive(shop.stripe.signed(event, { at: at(ms) }))).resolves.toBeTruthy()
  })

  it('of another account, of the other mode, or no event at all', async () => {
    const { event } = await change()
    await refused(shop.stripe.signed({ ...event, account: 'acct_another' }), event.id)
    await refused(shop.stripe.signed({ ...event, livemode: true }), event.id)
    for (const nothing of [null, [], { id: event.id }, { ...event, data: null }, { ...event, id: 7 }])
      await refused(shop.stripe.signed(nothing as object), event.id)
  })
})

describe('while Stripe is away', () => {
  it('events are accepted, wait an hour and are then processed; entitlements do not change in between', async () => {
    const { userId, event } = await change()
    const other = await change()
    shop.stripe.server.isAway = true
    await shop.tell([event, other.event])
    await expect(shop.checkout(userId, 'advanced')).rejects.toMatchObject({ code: 'provider_unavailable', status: 503 })
    for (let minute = 0; minute < 60; minute += 10) {
      shop.services.clock.advance(10 * 60 * SECOND)
      expect(await shop.get(userId)).toMatchObject({ tier: 'starter', status: 'active' })
    }
    shop.stripe.server.isAway = false
    const isThere = async (who: string) => (await shop.get(who)).tier === 'studio'
    await pollUntil('the first is known', async () => {
      shop.services.clock.advance(60 * SECOND)
      return isThere(userId)
    })
    await pollUntil('the other is known', () => isThere(other.userId))
    await shop.services.settle()
    expect(await shop.services.db('billing').sql('SELECT reason FROM dead_letters')).toEqual([])
  })

  afterEach(() => void (shop.stripe.server.isAway = false))
})

it('an answer that was asked for earlier never counts after a later one', async () => {
  const { userId, subscription } = await shop.customer('professional')
  const { version } = await shop.get(userId)
  subscription.cancel_at_period_end = true
  const early = shop.stripe.server.holdNext()
  const slow = refresh(userId)
  await early.reached
  subscription.cancel_at_period_end = false
  await refresh(userId)
  early.release()
  expect(await slow).toMatchObject({ cancelAtPeriodEnd: false, version })
  expect(await shop.get(userId)).toMatchObject({ cancelAtPeriodEnd: false, version })
})

const refresh = (userId: string) => shop.services.rpc.call(billing.refresh, {}, actorOf(userId))

describeWith('nats-server')('two replicas of billing over NATS', () => {
  let both: Shop
  beforeAll(async () => void (both = await Shop.open({ bus: 'nats' })))
  afterAll(() => both.close())

  it('two concurrent equal results change it once', async () => {
    const { env, clock } = both.services
    const replica = await run([billingService], { env, clock, log: createLogger('test', 'silent'), all: ['billing'] })
    try {
      for (let round = 0; round < 5; round++) {
        const { userId, event } = await change(both)
        const { version } = await both.get(userId)
        // whichever of the two takes each of them
        await Promise.all(Array.from({ length: 8 }, () => both.tell([event])))
        await both.services.settle()
        expect(await both.get(userId)).toMatchObject({ tier: 'studio', version: version + 1 })
        expect(await rowsOf(event.id, both)).toEqual([{ handled: true }])
      }
    } finally {
      await replica.stop()
    }
  })
})
