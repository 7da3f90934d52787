import { hostName } from '@daymark/contracts'
import type { ServiceDefinition } from '@daymark/platform'
import { CustomHosts } from './custom-hosts.ts'

/**
 * `/domains/ask?domain=…` of the operations port: whether a proxy may get a certificate for a host (Caddy's on-demand TLS). 200 for one
 * that is served, 404 for every other, 503 where nobody knows.
 */
export const askAboutDomains: ServiceDefinition['ops'] = get => ({
  '/domains/ask': async query => {
    const asked = query.get('domain') ?? ''
    if (hostName(asked) !== asked) return 404
    const guest = await get(CustomHosts)
      .find(asked, 'operations')
      .catch(() => 'unknown' as const)
    if (guest === 'unknown') return 503
    return guest?.ownerId ? 200 : 404
  },
})
