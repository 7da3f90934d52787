import { lazy, type ComponentType } from 'react'

type LoadPage = () => Promise<{ default: ComponentType }>
export type DeveloperPage = { to: string; label: string; Page: ComponentType; load: LoadPage }

const createPage = (path: string, label: string, load: LoadPage): DeveloperPage => ({
  to: path ? `/developers/${path}` : '/developers',
  label,
  load,
  Page: lazy(load),
})

/** S-DEV-02, S-DEV-11: the pages in the groups of the sidebar. */
export const PAGE_GROUPS: readonly { title: string; pages: readonly DeveloperPage[] }[] = [
  {
    title: 'Getting Started',
    pages: [
      createPage('', 'Overview', async () => ({ default: (await import('../overview.tsx')).Overview })),
      createPage('quickstart', 'Quickstart Guide', async () => ({
        default: (await import('../quickstart.tsx')).Quickstart,
      })),
      createPage('authentication', 'Authentication', async () => ({
        default: (await import('../authentication.tsx')).Authentication,
      })),
    ],
  },
  {
    title: 'API Reference',
    pages: [
      createPage('endpoints', 'Endpoints', async () => ({
        default: (await import('../endpoints/endpoints.tsx')).Endpoints,
      })),
      createPage('scenarios', 'Use Cases', async () => ({ default: (await import('../scenarios.tsx')).Scenarios })),
      createPage('explorer', 'API Explorer', async () => ({
        default: (await import('../explorer/explorer.tsx')).Explorer,
      })),
      createPage('vault', 'Token Vault', async () => ({ default: (await import('../vault/vault.tsx')).Vault })),
      createPage('webhooks', 'Webhooks', async () => ({
        default: (await import('../webhooks/webhooks.tsx')).Webhooks,
      })),
    ],
  },
]
const PAGES = PAGE_GROUPS.flatMap(group => group.pages)

/** S-DEV-03: paths that open the same page as another path. */
const ALIASES: Record<string, string> = { '/developers/vaul': '/developers/vault' }

/** Returns the page at a path, or undefined. */
export function findPage(address: string): DeveloperPage | undefined {
  const path = address.replace(/\/+$/, '')
  return PAGES.find(({ to }) => to === (ALIASES[path] ?? path))
}
