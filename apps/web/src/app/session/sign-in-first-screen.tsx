import { renderToStaticMarkup } from 'react-dom/server'
import { SessionProvider } from '../../domain/session/session.tsx'
import { createMemoryRouter, RouterProvider } from '../../lib/router.tsx'
import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { Footer } from '../navigation/footer.tsx'

/**
 * Renders the first screen of /login, which the build writes into the page (vite/first-screens.ts). Users can type into
 * its fields before the application has loaded. The links of the footer cannot be clicked yet, because their targets
 * depend on the installation.
 */
export function renderSignIn(): string {
  const footer = (
    <div inert>
      <Footer />
    </div>
  )
  const router = createMemoryRouter([{ path: '/', element: <SignInPage footer={footer} /> }])
  return renderToStaticMarkup(
    <SessionProvider>
      <RouterProvider router={router} />
    </SessionProvider>,
  )
}
