import type { http } from '@daymark/contracts'
import { lazy, Suspense } from 'react'
import styles from '../gallery/gallery.module.css'

const FirstLook = lazy(async () => ({ default: (await import('./first-look.tsx')).FirstLook }))

/** Loaded only by galleries that announce more photos; reserves its line so that the page does not shift. */
export function FirstLookSlot({ link }: http.PublicShare) {
  if (!link.first_look) return null
  return (
    <section aria-label="More photos are coming" className={styles['line']}>
      <Suspense>
        <FirstLook token={link.token} settings={link.first_look} />
      </Suspense>
    </section>
  )
}
