import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { createBrowserRouter, RouterProvider } from '../lib/router.ts'
import { ToastProvider } from '../ui/feedback/toast.tsx'
import { routes } from './routes.tsx'

export function App({ first }: { first: Promise<http.User | null> | undefined }) {
  const [router] = useState(() => createBrowserRouter(routes(first)))
  return (
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  )
}
