import type { http } from '@daymark/contracts'
import type { RouteObject } from '../lib/router.ts'
import { isStudioPage } from '../lib/page-meta.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { ErrorScreen, NotFoundPage } from './error-screens.tsx'
import { SessionGuard, SessionRoot } from './session/session-routes.tsx'

const loadShell: RouteObject['lazy'] = async () => ({ Component: (await import('./shell.tsx')).Shell })
const loadPhotos: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/photos/photos.page.tsx')).PhotosPage,
})
const loadAlbumList: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/albums/list/album-list.page.tsx')).AlbumListPage,
})
const loadAlbum: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/albums/album.page.tsx')).AlbumPage,
})
const importSharingPages = () => import('./sharing-pages.ts')
const loadAnalytics: RouteObject['lazy'] = async () => ({ Component: (await importSharingPages()).AnalyticsPage })
const loadPicks: RouteObject['lazy'] = async () => ({ Component: (await importSharingPages()).PicksPage })
const loadComments: RouteObject['lazy'] = async () => ({ Component: (await importSharingPages()).CommentsPage })
const loadGuestPhotos: RouteObject['lazy'] = async () => ({ Component: (await importSharingPages()).GuestPhotosPage })
const loadTags: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/tags/tags.page.tsx')).TagsPage,
})
const loadShares: RouteObject['lazy'] = async () => ({ Component: (await importSharingPages()).SharesPage })
const loadTrash: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/trash/trash.page.tsx')).TrashPage,
})
const loadWatermark: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/watermark/watermark.page.tsx')).WatermarkPage,
})
const loadSettings: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/settings/settings.page.tsx')).SettingsPage,
})
const loadBilling: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/billing/billing.page.tsx')).BillingPage,
})
const loadDevelopers: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/developers/developers.page.tsx')).DevelopersPage,
})
const loadAdmin: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/admin/admin.page.tsx')).AdminPage,
})
const loadFavorites: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/favorites/favorites.page.tsx')).FavoritesPage,
})
const loadSignIn: RouteObject['lazy'] = async () => ({
  Component: (await import('./session/sign-in-screen.tsx')).SignInScreen,
})
const loadPublicFrame: RouteObject['lazy'] = async () => ({
  Component: (await import('./session/public-frame.tsx')).PublicFrame,
})
const importPolicies = () => import('../features/policies/policies.tsx')
const loadPrivacy: RouteObject['lazy'] = async () => ({ Component: (await importPolicies()).PrivacyPage })
const loadSecurity: RouteObject['lazy'] = async () => ({ Component: (await importPolicies()).SecurityPage })
const loadSelection: RouteObject['lazy'] = async () => ({ Component: (await importSharingPages()).SelectionPage })
const loadGallery: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/share/share.page.tsx')).SharePage,
})

const loadGuestUpload: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/share/guest-uploads/guest.page.tsx')).GuestPage,
})

const loadMailLink: RouteObject['lazy'] = async () => ({
  Component: (await import('../features/sign-in/links/mail-link.page.tsx')).MailLinkPage,
})

/**
 * The routes of all screens. Public galleries are outside of SessionRoot, because visitors have no session (S-PUB-01).
 */
export const routes = (initialUser?: Promise<http.User | null>): RouteObject[] => [
  caseSensitive({
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <Spinner label="Loading..." fill />,
    children: [
      { path: isStudioPage ? location.pathname : '/share/:token', lazy: loadGallery },
      { path: '/upload/:token', lazy: loadGuestUpload },
      {
        element: <SessionRoot initialUser={initialUser} />,
        children: [
          { path: '/login', lazy: loadSignIn },
          { path: '/mail/:link', lazy: loadMailLink },
          {
            lazy: loadPublicFrame,
            children: [
              { path: '/privacy', lazy: loadPrivacy },
              { path: '/security', lazy: loadSecurity },
            ],
          },
          {
            element: <SessionGuard />,
            children: [
              {
                lazy: loadShell,
                children: [
                  { path: '/', lazy: loadPhotos },
                  { path: '/photos', lazy: loadPhotos },
                  { path: '/albums', lazy: loadAlbumList },
                  { path: '/albums/:id', lazy: loadAlbum },
                  { path: '/albums/:id/received', lazy: loadGuestPhotos },
                  { path: '/shares/:id/analytics', lazy: loadAnalytics },
                  { path: '/shares/:id/picks', lazy: loadPicks },
                  { path: '/shares/:id/comments', lazy: loadComments },
                  { path: '/favorites', lazy: loadFavorites },
                  { path: '/tags', lazy: loadTags },
                  { path: '/shares', lazy: loadShares },
                  { path: '/trash', lazy: loadTrash },
                  { path: '/watermark', lazy: loadWatermark },
                  { path: '/settings', lazy: loadSettings },
                  { path: '/billing', lazy: loadBilling },
                  { path: '/shares/selections/:id', lazy: loadSelection },
                  { path: '/developers/*', lazy: loadDevelopers },
                  { path: '/admin/*', lazy: loadAdmin },
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
function caseSensitive(route: RouteObject): RouteObject {
  route.caseSensitive = true
  route.children?.forEach(caseSensitive)
  return route
}
