import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { createBrowserRouter, RouterProvider } from '../lib/router.ts'
import { OverlayHost } from '../ui/overlay/overlay-host.tsx'
import { routes } from './routes.tsx'

export function App({ first }: { first: Promise<http.User | null> | undefined }) {
  const [router] = useState(() => createBrowserRouter(routes(first)))
  return (
    <>
      <RouterProvider router={router} />
      <OverlayHost />
    </>
  )
}
