import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../domain/cache/use-cached.ts'
import { call } from '../../lib/api.ts'

/** Whether a card provider is configured. */
export const subscriptionConfig = (): CachedRead<http.SubscriptionConfig> => ({
  type: 'userProfile',
  key: [routes.getSubscriptionConfig.path],
  read: signal => call(routes.getSubscriptionConfig, { signal }),
})

export const invoices = (): CachedRead<http.Invoice[]> => ({
  type: 'userProfile',
  key: [routes.listInvoices.path],
  read: signal => call(routes.listInvoices, { signal }),
})
