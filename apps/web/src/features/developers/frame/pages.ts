import { lazy, type ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>
export type DeveloperPage = { to: string; label: string; Page: ComponentType; load: Load }

const page = (path: string, label: string, load: Load): DeveloperPage => ({
  to: path ? `/developers/${path}` : '/developers',
  label,
  load,
  Page: lazy(load),
})

/** S-DEV-02, S-DEV-11. Every page in the groups of the sidebar. */
export const GROUPS: readonly { title: string; pages: readonly DeveloperPage[] }[] = [
  {
    title: 'Getting Started',
    pages: [
      page('', 'Overview', async () => ({ default: (await import('../overview/overview.tsx')).Overview })),
      page('quickstart', 'Quickstart Guide', async () => ({
        default: (await import('../quickstart/quickstart.tsx')).Quickstart,
      })),
      page('authentication', 'Authentication', async () => ({
        default: (await import('../authentication/authentication.tsx')).Authentication,
      })),
    ],
  },
  {
    title: 'API Reference',
    pages: [
      page('endpoints', 'Endpoints', async () => ({ default: (await import('../endpoints/endpoints.tsx')).Endpoints })),
      page('scenarios', 'Use Cases', async () => ({ default: (await import('../scenarios/scenarios.tsx')).Scenarios })),
      page('explorer', 'API Explorer', async () => ({ default: (await import('../explorer/explorer.tsx')).Explorer })),
      page('vault', 'Token Vault', async () => ({ default: (await import('../vault/vault.tsx')).Vault })),
      page('webhooks', 'Webhooks', async () => ({ default: (await import('../webhooks/webhooks.tsx')).Webhooks })),
    ],
  },
]
const PAGES = GROUPS.flatMap(group => group.pages)

/** S-DEV-03 */
const ALIASES: Record<string, string> = { '/developers/vaul': '/developers/vault' }

/** The page at an address, if any. */
export function pageAt(address: string): DeveloperPage | undefined {
  const path = address.replace(/\/+$/, '')
  return PAGES.find(({ to }) => to === (ALIASES[path] ?? path))
}
