import type { http } from '@daymark/contracts'
import { lazy, Suspense, useState } from 'react'

const CompleteDialog = lazy(async () => ({ default: (await import('./complete.dialog.tsx')).CompleteDialog }))

/** Of a first look, among the facts of its link: how many wait, and that they need not wait any more. */
export function CompleteButton({ share, className }: { share: http.Share; className: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsOpen(true)}>
        {share.waiting ? `It is complete (${share.waiting} waiting)` : 'It is complete'}
      </button>
      <Suspense>{isOpen && <CompleteDialog share={share} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
