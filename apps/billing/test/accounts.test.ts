import { userAccessChanged, userDeleted } from '@daymark/contracts'
import { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await Shop.open()))
afterAll(() => shop.close())

const gone = (userId: string) => shop.services.publish(userDeleted, userId, { userId })
const rowsOf = async (userId: string) => {
  const sql = `SELECT user_id FROM subscriptions WHERE user_id = $1 UNION ALL SELECT user_id FROM provider_events WHERE user_id = $1`
  return (await shop.services.db('billing').sql(sql, [userId])).length
}

describe('an account that was deleted', () => {
  it('is ended at the card provider before anything of it is forgotten, and what comes of that changes nothing', async () => {
    const { userId, subscription } = await shop.customer('studio')
    expect(await rowsOf(userId)).toBeGreaterThan(1)
    await gone(userId)
    await shop.services.settle()
    expect(shop.stripe.state.subscriptions.get(subscription.id)?.status).toBe('canceled')
    expect(await rowsOf(userId)).toBe(0)
    await shop.tellAll()
    await gone(userId)
    await shop.services.settle()
    expect(await rowsOf(userId)).toBe(0)
  })

  it('closes the page on which something could still be bought', async () => {
    const userId = await shop.user()
    await shop.checkout(userId, 'studio')
    const [session] = [...shop.stripe.state.sessions.values()].slice(-1)
    expect(session?.status).toBe('open')
    await gone(userId)
    await shop.services.settle()
    expect([session?.status, await rowsOf(userId)]).toEqual(['expired', 0])
  })
})

describe('an account that waits for its deletion', () => {
  let version = 0
  const news = async (userId: string, deleting: boolean, as = ++version) => {
    const state = { mayAct: !deleting, suspended: deleting, deleting }
    await shop.services.publish(userAccessChanged, userId, { userId, version: as, ...state })
    await shop.services.settle()
  }
  const isEnding = async (userId: string) => (await shop.get(userId)).cancelAtPeriodEnd

  it('is not renewed, and is again when it is kept, whatever came twice or late', async () => {
    const { userId, subscription } = await shop.customer('studio')
    const atStripe = () => shop.stripe.state.subscriptions.get(subscription.id)
    await news(userId, true)
    expect([await isEnding(userId), atStripe()?.cancel_at_period_end, atStripe()?.status]).toEqual([
      true,
      true,
      'active',
    ])
    const asked = version
    await news(userId, false)
    expect([await isEnding(userId), atStripe()?.cancel_at_period_end]).toEqual([false, false])
    await news(userId, true, asked)
    expect(await isEnding(userId)).toBe(false)
  })

  it('that was cancelled before stays so when it is kept', async () => {
    const { userId } = await shop.customer('advanced')
    await shop.setCancel(userId, true)
    await news(userId, true)
    await news(userId, false)
    expect(await isEnding(userId)).toBe(true)
  })

  it('is renewed when it is kept also where the news of its deletion came again', async () => {
    const { userId } = await shop.customer('advanced')
    await news(userId, true)
    await news(userId, true, version)
    await news(userId, false)
    expect(await isEnding(userId)).toBe(false)
  })

  it('is not renewed, and is again, also where the first call to the card provider was lost behind the mark', async () => {
    const { userId, subscription } = await shop.customer('studio')
    const atStripe = () => shop.stripe.state.subscriptions.get(subscription.id)?.cancel_at_period_end
    const lost = shop.stripe.server.loseNext(`/v1/subscriptions/${subscription.id}`)
    const change = news(userId, true)
    await lost.reached
    expect(atStripe()).toBe(false)
    lost.release()
    await change
    expect([atStripe(), await isEnding(userId)]).toEqual([true, true])
    await news(userId, false)
    expect([atStripe(), await isEnding(userId)]).toEqual([false, false])
  })

  it('the card provider is not called for a plan without payment', async () => {
    const userId = await shop.user()
    await news(userId, true)
    expect(await shop.get(userId)).toMatchObject({ cancelAtPeriodEnd: false, managed: false })
  })
})
