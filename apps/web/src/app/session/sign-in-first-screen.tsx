import { renderToStaticMarkup } from 'react-dom/server'
import { SessionProvider } from '../../domain/session/session.tsx'
import { createMemoryRouter, RouterProvider } from '../../lib/router.ts'
import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { Footer } from '../navigation/footer.tsx'

/**
 * The first screen of /login, rendered by the build (vite/first-screens.ts). Its fields can be used at once. The links of its footer
 * depend on the installation, which only the application knows.
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
