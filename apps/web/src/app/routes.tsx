import type { http } from '@daymark/contracts'
import type { RouteObject } from '../lib/router.ts'
import { isStudioPage } from '../lib/studio-page.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { SessionGuard } from './session/session-guard.tsx'
import { SessionRoot } from './session/session-root.tsx'

const shell: RouteObject['lazy'] = async () => ({ Component: (await import('./shell.tsx')).Shell })
const photos: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/photos/photos.page.tsx')).PhotosPage,
})
const albumList: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/albums/list/album-list.page.tsx')).AlbumListPage,
})
const album: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/albums/album.page.tsx')).AlbumPage,
})
const sharing = () => import('./sharing-pages.ts')
const analytics: RouteObject['lazy'] = async () => ({ Component: (await sharing()).AnalyticsPage })
const picks: RouteObject['lazy'] = async () => ({ Component: (await sharing()).PicksPage })
const comments: RouteObject['lazy'] = async () => ({ Component: (await sharing()).CommentsPage })
const received: RouteObject['lazy'] = async () => ({ Component: (await sharing()).ReceivedPage })
const tags: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/tags/tags.page.tsx')).TagsPage,
})
const shares: RouteObject['lazy'] = async () => ({ Component: (await sharing()).SharesPage })
const trash: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/trash/trash.page.tsx')).TrashPage,
})
const watermark: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/watermark/watermark.page.tsx')).WatermarkPage,
})
const settings: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/settings/settings.page.tsx')).SettingsPage,
})
const billing: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/billing/billing.page.tsx')).BillingPage,
})
const developers: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/developers/developers.page.tsx')).DevelopersPage,
})
const admin: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/admin/admin.page.tsx')).AdminPage,
})
const favorites: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/favorites/favorites.page.tsx')).FavoritesPage,
})
const signIn: RouteObject['lazy'] = async () => ({
  Component: (await import('./session/sign-in-screen.tsx')).SignInScreen,
})
const openFrame: RouteObject['lazy'] = async () => ({ Component: (await import('./session/open-frame.tsx')).OpenFrame })
const policies = () => import('../features/policies/policies.ts')
const privacy: RouteObject['lazy'] = async () => ({ Component: (await policies()).PrivacyPage })
const security: RouteObject['lazy'] = async () => ({ Component: (await policies()).SecurityPage })
const selection: RouteObject['lazy'] = async () => ({ Component: (await sharing()).SelectionPage })
const share: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/share/share.page.tsx')).SharePage,
})

const guests: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/share/guests/guest.page.tsx')).GuestPage,
})

const mailLink: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/sign-in/links/mail-link.page.tsx')).MailLinkPage,
})

/** All screens. The public gallery comes first because it has no session (S-PUB-01). */
export const routes = (first?: Promise<http.User | null>): RouteObject[] => [
  caseSensitive({
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <Spinner label="Loading..." fill />,
    children: [
      { path: isStudioPage ? location.pathname : '/share/:token', lazy: share },
      { path: '/upload/:token', lazy: guests },
      {
        element: <SessionRoot first={first} />,
        children: [
          { path: '/login', lazy: signIn },
          { path: '/mail/:link', lazy: mailLink },
          {
            lazy: openFrame,
            children: [
              { path: '/privacy', lazy: privacy },
              { path: '/security', lazy: security },
            ],
          },
          {
            element: <SessionGuard />,
            children: [
              {
                lazy: shell,
                children: [
                  { path: '/', lazy: photos },
                  { path: '/photos', lazy: photos },
                  { path: '/albums', lazy: albumList },
                  { path: '/albums/:id', lazy: album },
                  { path: '/albums/:id/received', lazy: received },
                  { path: '/shares/:id/analytics', lazy: analytics },
                  { path: '/shares/:id/picks', lazy: picks },
                  { path: '/shares/:id/comments', lazy: comments },
                  { path: '/favorites', lazy: favorites },
                  { path: '/tags', lazy: tags },
                  { path: '/shares', lazy: shares },
                  { path: '/trash', lazy: trash },
                  { path: '/watermark', lazy: watermark },
                  { path: '/settings', lazy: settings },
                  { path: '/billing', lazy: billing },
                  { path: '/shares/selections/:id', lazy: selection },
                  { path: '/developers/*', lazy: developers },
                  { path: '/admin/*', lazy: admin },
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

/** The gateway answers `/Photos` with 404 like any other unknown address. By default, the router would match it. */
function caseSensitive(route: RouteObject): RouteObject {
  route.caseSensitive = true
  route.children?.forEach(caseSensitive)
  return route
}
