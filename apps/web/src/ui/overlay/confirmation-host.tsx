import { lazy, Suspense } from 'react'
import { useStore } from '../../lib/store.ts'
import { confirmation } from './confirm.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm.dialog.tsx')).ConfirmDialog }))

/** Mounted once, at the root of the application. */
export function ConfirmationHost() {
  const asked = useStore(confirmation)
  if (!asked) return null
  const { answer, ...rest } = asked
  return (
    <Suspense>
      <ConfirmDialog {...rest} onConfirm={() => answer(true)} onClose={() => answer(false)} />
    </Suspense>
  )
}
