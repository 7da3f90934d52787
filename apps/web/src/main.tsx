import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { prefetchShare } from './features/share/share.queries.ts'
import { whoAmI } from './lib/session.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// Ask the server while the code of the screen is still on its way. A public gallery needs no session and asks for none.
const [, shareToken] = /^\/share\/([^/]+)/.exec(location.pathname) ?? []
if (shareToken) prefetchShare(shareToken)
const first = shareToken ? undefined : whoAmI()
createRoot(root).render(<App first={first} />)
