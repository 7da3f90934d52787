import { lazy, type ComponentType } from 'react'

/** A developer page. `to` is its path, and `load` imports its code. */
export type DeveloperPage = { to: string; label: string; Page: ComponentType; load: () => Promise<unknown> }

const createPage = <N extends string>(
  path: string,
  label: string,
  load: () => Promise<Record<N, ComponentType>>,
  exportName: N,
): DeveloperPage => ({
  to: path ? `/developers/${path}` : '/developers',
  label,
  load,
  Page: lazy<ComponentType>(async () => ({ default: (await load())[exportName] })),
})

/** S-DEV-02, S-DEV-11: the pages in the groups of the sidebar. */
export const PAGE_GROUPS: readonly { title: string; pages: readonly DeveloperPage[] }[] = [
  {
    title: 'Getting Started',
    pages: [
      createPage('', 'Overview', () => import('../overview.tsx'), 'Overview'),
      createPage('quickstart', 'Quickstart Guide', () => import('../quickstart.tsx'), 'Quickstart'),
      createPage('authentication', 'Authentication', () => import('../authentication.tsx'), 'Authentication'),
    ],
  },
  {
    title: 'API Reference',
    pages: [
      createPage('endpoints', 'Endpoints', () => import('../endpoints/endpoints.tsx'), 'Endpoints'),
      createPage('scenarios', 'Use Cases', () => import('../scenarios.tsx'), 'Scenarios'),
      createPage('explorer', 'API Explorer', () => import('../explorer/explorer.tsx'), 'Explorer'),
      createPage('vault', 'Token Vault', () => import('../vault/vault.tsx'), 'Vault'),
      createPage('webhooks', 'Webhooks', () => import('../webhooks/webhooks.tsx'), 'Webhooks'),
    ],
  },
]
const PAGES = PAGE_GROUPS.flatMap(group => group.pages)

/** S-DEV-03: paths that open the same page as another path. */
const PATH_ALIASES: Record<string, string> = { '/developers/vaul': '/developers/vault' }

/** Returns the page at a path, or undefined. */
export function findPage(pathname: string): DeveloperPage | undefined {
  const path = pathname.replace(/\/+$/, '')
  return PAGES.find(({ to }) => to === (PATH_ALIASES[path] ?? path))
}
