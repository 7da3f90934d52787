import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { prefetchShare } from './features/share/share.queries.ts'
import { logFailure } from './lib/log.ts'
import { isStudioPage } from './lib/studio-page.ts'
import { whoAmI } from './domain/session/session.tsx'

// Ask the server while the code of the screen is still on its way. A public gallery needs no session and asks for none.
const [, shareToken] = /^\/share\/([^/]+)/.exec(location.pathname) ?? []
if (shareToken && shareToken[0] !== '~') prefetchShare(shareToken)
const isVisitor = isStudioPage || /^\/(?:share|upload)\//.test(location.pathname)
const first = isVisitor ? undefined : whoAmI()
createRoot(document.getElementById('root') as Element).render(<App first={first} />)

// L-UPD-07: after the page is loaded. Visitors of a gallery are left in peace: nothing of theirs is kept, and no banner of ours.
if (import.meta.env.PROD && !isVisitor)
  addEventListener('load', () => {
    import('./offline/start.tsx')
      .then(({ startUpdates }) => startUpdates())
      .catch((reason: unknown) => logFailure('No updates', reason))
  })
