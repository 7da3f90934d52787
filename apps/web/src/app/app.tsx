import type { ComponentProps } from 'react'
import { RouterProvider } from '../lib/router.ts'
import { OverlayHost } from '../ui/overlay/overlay-host.tsx'

export function App({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return (
    <>
      <RouterProvider router={router} />
      <OverlayHost />
    </>
  )
}
