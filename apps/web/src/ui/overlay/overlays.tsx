import { useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { Toasts } from '../feedback/toasts.tsx'
import { ConfirmDialog } from './confirm.dialog.tsx'
import { overlays } from './overlay-store.ts'

/** The components behind OverlayHost, loaded with the first toast or confirmation dialog. */
export function Overlays() {
  const { toasts, openConfirmation: asked } = useStore(overlays)
  // Tests mount the application several times; the overlays of one mount must not appear in the next one.
  useEffect(() => () => overlays.set({ toasts: [], openConfirmation: null }), [])
  return (
    <>
      <Toasts toasts={toasts} />
      {asked && <ConfirmDialog {...asked} onConfirm={() => asked.answer(true)} onClose={() => asked.answer(false)} />}
    </>
  )
}
