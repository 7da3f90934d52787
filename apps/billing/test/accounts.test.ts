import { userAccessChanged, userDeleted } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { Shop } from './support/shop.ts'

const shop = setUp(() => Shop.open())

const deleteUser = (userId: string) => shop.services.publish(userDeleted, userId, { userId })
const countRows = async (userId: string) => {
  const sql = `SELECT user_id FROM subscriptions WHERE user_id = $1 UNION ALL SELECT user_id FROM provider_events WHERE user_id = $1`
  return (await shop.services.db('billing').sql(sql, [userId])).length
}

describe('deleting an account', () => {
  it('cancels the subscription at the payment provider before its rows are deleted; late events change nothing', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    expect(await countRows(userId)).toBeGreaterThan(1)
    await deleteUser(userId)
    await shop.services.settle()
    expect(shop.stripe.state.subscriptions.get(subscription.id)?.status).toBe('canceled')
    expect(await countRows(userId)).toBe(0)
    await shop.deliverAll()
    await deleteUser(userId)
    await shop.services.settle()
    expect(await countRows(userId)).toBe(0)
  })

  it('expires an open checkout session', async () => {
    const userId = await shop.createUser()
    await shop.checkout(userId, 'studio')
    const [session] = [...shop.stripe.state.sessions.values()].slice(-1)
    expect(session?.status).toBe('open')
    await deleteUser(userId)
    await shop.services.settle()
    expect([session?.status, await countRows(userId)]).toEqual(['expired', 0])
  })
})

describe('the plan of an account that waits for deletion', () => {
  let version = 0
  const publishAccess = async (userId: string, deleting: boolean, as = ++version) => {
    const state = { mayAct: !deleting, suspended: deleting, deleting }
    await shop.services.publish(userAccessChanged, userId, { userId, version: as, ...state })
    await shop.services.settle()
  }
  const isEnding = async (userId: string) => (await shop.get(userId)).cancelAtPeriodEnd

  it('is not renewed, but is renewed again if the deletion is canceled, even after repeated and late events', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    const atStripe = () => shop.stripe.state.subscriptions.get(subscription.id)
    await publishAccess(userId, true)
    expect([await isEnding(userId), atStripe()?.cancel_at_period_end, atStripe()?.status]).toEqual([
      true,
      true,
      'active',
    ])
    const deletionEventVersion = version
    await publishAccess(userId, false)
    expect([await isEnding(userId), atStripe()?.cancel_at_period_end]).toEqual([false, false])
    await publishAccess(userId, true, deletionEventVersion)
    expect(await isEnding(userId)).toBe(false)
  })

  it('stays canceled after the deletion is canceled if the customer had canceled the plan before', async () => {
    const { userId } = await shop.createCustomer('advanced')
    await shop.setCancel(userId, true)
    await publishAccess(userId, true)
    await publishAccess(userId, false)
    expect(await isEnding(userId)).toBe(true)
  })

  it('is renewed after the deletion is canceled, even if the deletion event arrived twice', async () => {
    const { userId } = await shop.createCustomer('advanced')
    await publishAccess(userId, true)
    await publishAccess(userId, true, version)
    await publishAccess(userId, false)
    expect(await isEnding(userId)).toBe(false)
  })

  it('recovers from a lost response of the payment provider to the cancellation', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    const atStripe = () => shop.stripe.state.subscriptions.get(subscription.id)?.cancel_at_period_end
    const lost = shop.stripe.server.loseNext(`/v1/subscriptions/${subscription.id}`)
    const change = publishAccess(userId, true)
    await lost.reached
    expect(atStripe()).toBe(false)
    lost.release()
    await change
    expect([atStripe(), await isEnding(userId)]).toEqual([true, true])
    await publishAccess(userId, false)
    expect([atStripe(), await isEnding(userId)]).toEqual([false, false])
  })

  it('is not requested from the payment provider if it has no payment', async () => {
    const userId = await shop.createUser()
    await publishAccess(userId, true)
    expect(await shop.get(userId)).toMatchObject({ cancelAtPeriodEnd: false, managed: false })
  })
})
