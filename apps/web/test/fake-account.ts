import { type http, PLANS, type Tier } from '@daymark/contracts'
import { type FakeApi, subscription, user } from './fake-api.ts'

export const planOf = (tier: Tier, fields: Partial<http.Subscription> = {}): http.Subscription => {
  const { name, price, features } = PLANS[tier]
  return subscription({ tier, tierName: name, price, features: [...features], ...fields })
}

export const analytics = (fields: Partial<http.AccountAnalytics> = {}): http.AccountAnalytics => ({
  totalPhotos: 1234,
  totalStorage: 5 * 1024 ** 3,
  totalAlbums: 7,
  activeShares: 3,
  favoritePhotos: 21,
  totalTags: 9,
  breakdown: { originals: 4 * 1024 ** 3, large: 700 * 1024 ** 2, medium: 300 * 1024 ** 2, small: 24 * 1024 ** 2 },
  recentActivity: { lastUpload: '2026-05-04T10:00:00.000Z', photosThisWeek: 12, photosThisMonth: 40 },
  ...fields,
})

type Account = { tier?: Tier; plan?: Partial<http.Subscription>; config?: Partial<http.SubscriptionConfig> }

/** Prepares the calls of the pages Settings and Billing. No payment provider is configured, so plans are switched directly. */
export const withAccount =
  ({ tier = 'starter', plan = {}, config = {} }: Account = {}) =>
  (api: FakeApi) => {
    let current = tier
    api.user = user({ subscription_tier: tier })
    api.on('GET /api/subscription', () => Response.json(planOf(current, plan)))
    api.on('GET /api/subscription/config', () =>
      Response.json({ configured: false, publishableKey: null, testMode: true, ...config }),
    )
    api.on('GET /api/subscription/usage', () =>
      Response.json({
        images: { count: 1234 },
        shares: { count: 3 },
        albums: { count: 7, limit: PLANS[current].albumLimit },
      }),
    )
    api.on('GET /api/subscription/invoices', () => Response.json([]))
    api.on('GET /api/analytics', () => Response.json(analytics()))
    api.on('POST /api/subscription/checkout', () =>
      Response.json({ checkoutUrl: null, testMode: true, changed: false }),
    )
    api.on('POST /api/subscription/update-tier', ({ body }) => {
      current = body['tier'] as Tier
      return Response.json(planOf(current, plan))
    })
    api.on('POST /api/subscription/portal', () => Response.json({ portalUrl: null }))
  }
