import { type ComponentProps, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { routes } from './app/routes.tsx'
import { fetchCurrentUser } from './domain/session/session.tsx'
import { prefetchShare } from './features/share/share.queries.ts'
import { logFailure } from './lib/log.ts'
import { isStudioPage } from './lib/page-meta.ts'
import { RouterProvider, createBrowserRouter } from './lib/router.tsx'
import './ui/base.css'
import { OverlayHost } from './ui/overlay/overlay-host.tsx'
import './ui/tokens.css'

export function App({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return (
    <>
      <RouterProvider router={router} />
      <OverlayHost />
    </>
  )
}

// The first request is sent while the code of the screen is loading. A public gallery needs no session, so no session
// check is sent for it. The token of a gallery never begins with '~', as /share/~mails does.
const [, shareToken] = /^\/share\/([^/]+)/.exec(location.pathname) ?? []
if (shareToken && shareToken[0] !== '~') prefetchShare(shareToken)
const isVisitorPage = isStudioPage || /^\/(?:share|upload)\//.test(location.pathname)
const initialUser = isVisitorPage ? undefined : fetchCurrentUser()

// Timers and the transition divide the start into short tasks, between which the browser can react to input.
setTimeout(() => {
  const router = createBrowserRouter(routes(initialUser))
  setTimeout(() => {
    const root = createRoot(document.getElementById('root') as Element)
    startTransition(() => root.render(<App router={router} />))
  })
})

// L-UPD-07: starts the update check after the page is loaded. Galleries have neither an offline cache nor an update
// banner.
if (import.meta.env.PROD && !isVisitorPage)
  addEventListener('load', () => {
    import('./offline/start.tsx')
      .then(({ startUpdates }) => startUpdates())
      .catch((reason: unknown) => logFailure('The update check could not be started', reason))
  })
