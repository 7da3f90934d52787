import type { http } from '@daymark/contracts'
import { Compass } from 'lucide-react'
import { useEffect, type ComponentType } from 'react'
import { useRemoveFirstScreen } from '../lib/first-screen.ts'
import { logFailure } from '../lib/log.ts'
import { useTitle, isStudioPage } from '../lib/page-meta.ts'
import { Link, useRouteError, type RouteObject } from '../lib/router.tsx'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './frame.module.css'
import { SessionGuard, SessionRoot } from './session/session-routes.tsx'

function NotFoundPage() {
  useTitle('Not Found')
  return (
    <main className={styles['page']}>
      <Compass aria-hidden className={styles['icon']} />
      <h1 className="text-5">Not Found</h1>
      <p className={styles['text']}>No such page.</p>
      <Link to="/" className={buttonClass({ appearance: 'primary' })}>
        Back to Photos
      </Link>
    </main>
  )
}

/** Shown by the router when a screen could not be loaded or rendered. */
function ErrorScreen() {
  const reason = useRouteError()
  useRemoveFirstScreen(false)
  useEffect(() => logFailure('A screen failed', reason), [reason])
  return (
    <main className={styles['page']}>
      <EmptyState
        title="Unexpected Application Error!"
        text="This page could not be displayed. Reload it to try again."
      >
        <Button appearance="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {/* The link loads the whole page, because the running application may be broken. */}
        <a className={buttonClass({})} href="/">
          Back to Photos
        </a>
      </EmptyState>
    </main>
  )
}

const importPhotos = () => import('../features/photos/photos.page.tsx')
const importAlbum = () => import('../features/albums/album.page.tsx')
const importBilling = () => import('../features/billing/billing.page.tsx')
const importSharingPages = () => import('./sharing-pages.ts')
const importPolicies = () => import('../features/policies/policies.tsx')

/** Returns the `lazy` function of a route, which loads a module and returns its export `name` as the component. */
const lazyPage =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): RouteObject['lazy'] =>
  async () => ({ Component: (await load())[name] })

/**
 * The routes of all screens. Public galleries are outside of SessionRoot, because visitors have no session (S-PUB-01).
 */
export const routes = (initialUser?: Promise<http.User | null>): RouteObject[] => [
  makeCaseSensitive({
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <Spinner label="Loading..." fill />,
    children: [
      {
        path: isStudioPage ? location.pathname : '/share/:token',
        lazy: lazyPage(() => import('../features/share/share.page.tsx'), 'SharePage'),
      },
      {
        path: '/upload/:token',
        lazy: lazyPage(() => import('../features/share/guest-uploads/guest.page.tsx'), 'GuestPage'),
      },
      {
        element: <SessionRoot initialUser={initialUser} />,
        children: [
          { path: '/login', lazy: lazyPage(() => import('./session/sign-in-screen.tsx'), 'SignInScreen') },
          {
            path: '/mail/:link',
            lazy: lazyPage(() => import('../features/sign-in/links/mail-link.page.tsx'), 'MailLinkPage'),
          },
          {
            lazy: lazyPage(() => import('./session/public-frame.tsx'), 'PublicFrame'),
            children: [
              { path: '/privacy', lazy: lazyPage(importPolicies, 'PrivacyPage') },
              { path: '/security', lazy: lazyPage(importPolicies, 'SecurityPage') },
            ],
          },
          {
            element: <SessionGuard />,
            children: [
              {
                lazy: lazyPage(() => import('./shell.tsx'), 'Shell'),
                children: [
                  { path: '/', lazy: lazyPage(importPhotos, 'PhotosPage') },
                  { path: '/photos', lazy: lazyPage(importPhotos, 'PhotosPage') },
                  {
                    path: '/albums',
                    lazy: lazyPage(() => import('../features/albums/list/album-list.page.tsx'), 'AlbumListPage'),
                  },
                  { path: '/albums/:id', lazy: lazyPage(importAlbum, 'AlbumPage') },
                  { path: '/albums/:id/received', lazy: lazyPage(importSharingPages, 'GuestPhotosPage') },
                  { path: '/shares/:id/analytics', lazy: lazyPage(importSharingPages, 'AnalyticsPage') },
                  { path: '/shares/:id/picks', lazy: lazyPage(importSharingPages, 'PicksPage') },
                  { path: '/shares/:id/comments', lazy: lazyPage(importSharingPages, 'CommentsPage') },
                  {
                    path: '/favorites',
                    lazy: lazyPage(() => import('../features/favorites/favorites.page.tsx'), 'FavoritesPage'),
                  },
                  { path: '/tags', lazy: lazyPage(() => import('../features/tags/tags.page.tsx'), 'TagsPage') },
                  { path: '/shares', lazy: lazyPage(importSharingPages, 'SharesPage') },
                  { path: '/trash', lazy: lazyPage(() => import('../features/trash/trash.page.tsx'), 'TrashPage') },
                  {
                    path: '/watermark',
                    lazy: lazyPage(() => import('../features/watermark/watermark.page.tsx'), 'WatermarkPage'),
                  },
                  {
                    path: '/settings',
                    lazy: lazyPage(() => import('../features/settings/settings.page.tsx'), 'SettingsPage'),
                  },
                  { path: '/billing', lazy: lazyPage(importBilling, 'BillingPage') },
                  { path: '/shares/selections/:id', lazy: lazyPage(importSharingPages, 'SelectionPage') },
                  {
                    path: '/developers/*',
                    lazy: lazyPage(() => import('../features/developers/developers.page.tsx'), 'DevelopersPage'),
                  },
                  { path: '/admin/*', lazy: lazyPage(() => import('../features/admin/admin.page.tsx'), 'AdminPage') },
                ],
              },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  }),
]

/** Makes a route case-sensitive, as in the gateway, which responds to `/Photos` with 404. */
function makeCaseSensitive(route: RouteObject): RouteObject {
  route.caseSensitive = true
  route.children?.forEach(makeCaseSensitive)
  return route
}
