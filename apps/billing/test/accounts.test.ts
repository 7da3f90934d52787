import { userDeleted } from '@daymark/contracts'
import { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await Shop.open()), 60_000)
afterAll(() => shop.close())

const gone = (userId: string) => shop.world.publish(userDeleted, userId, { userId })
const rowsOf = async (userId: string) => {
  const sql = `SELECT user_id FROM subscriptions WHERE user_id = $1 UNION ALL SELECT user_id FROM provider_events WHERE user_id = $1`
  return (await shop.world.db('billing').sql(sql, [userId])).length
}

describe('an account that was deleted', () => {
  it('is ended at the card provider before anything of it is forgotten, and what comes of that changes nothing', async () => {
    const { userId, subscription } = await shop.customer('studio')
    expect(await rowsOf(userId)).toBeGreaterThan(1)
    await gone(userId)
    await shop.world.settle()
    expect(shop.stripe.state.subscriptions.get(subscription.id)?.status).toBe('canceled')
    expect(await rowsOf(userId)).toBe(0)
    await shop.tellAll()
    await gone(userId)
    await shop.world.settle()
    expect(await rowsOf(userId)).toBe(0)
  })

  it('closes the page on which something could still be bought', async () => {
    const userId = await shop.user()
    await shop.checkout(userId, 'studio')
    const [session] = [...shop.stripe.state.sessions.values()].slice(-1)
    expect(session?.status).toBe('open')
    await gone(userId)
    await shop.world.settle()
    expect([session?.status, await rowsOf(userId)]).toEqual(['expired', 0])
  })
})
