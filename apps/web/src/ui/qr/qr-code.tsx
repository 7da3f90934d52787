import { pathOf } from './qr.ts'
import styles from './qr-code.module.css'

/** A QR code. It is dark on white in both themes, so that cameras can read it. */
export function QrCode({ modules, label }: { modules: boolean[][]; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${modules.length} ${modules.length}`} className={styles['code']}>
      <path d={pathOf(modules)} />
    </svg>
  )
}
