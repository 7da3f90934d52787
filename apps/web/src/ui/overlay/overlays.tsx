import { useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { Toasts } from '../feedback/toasts.tsx'
import { ConfirmDialog } from './confirm.dialog.tsx'
import { overlays } from './overlay-store.ts'

/** Loaded with the first toast or confirmation. */
export function Overlays() {
  const { toasts, asked } = useStore(overlays)
  // After the application is unmounted, its overlays must not appear in the next one.
  useEffect(() => () => overlays.set({ toasts: [], asked: null }), [])
  return (
    <>
      <Toasts toasts={toasts} />
      {asked && <ConfirmDialog {...asked} onConfirm={() => asked.answer(true)} onClose={() => asked.answer(false)} />}
    </>
  )
}
