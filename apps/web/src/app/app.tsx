import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { createBrowserRouter, RouterProvider } from '../lib/router.ts'
import { ConfirmationHost } from '../ui/overlay/confirmation-host.tsx'
import { Toasts } from '../ui/feedback/toast.tsx'
import { routes } from './routes.tsx'

export function App({ first }: { first: Promise<http.User | null> | undefined }) {
  const [router] = useState(() => createBrowserRouter(routes(first)))
  return (
    <>
      <RouterProvider router={router} />
      <ConfirmationHost />
      <Toasts />
    </>
  )
}
