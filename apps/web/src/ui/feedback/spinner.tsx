import { LoaderCircle } from 'lucide-react'
import styles from './progress.module.css'

/** A progress indicator with a label. */
export function Spinner({ label, fill = false }: { label: string; fill?: boolean }) {
  return (
    <div role="status" className={fill ? styles['fill'] : styles['line']}>
      <span aria-hidden className={styles['ring']} />
      {label}
    </div>
  )
}

/** Replaces the icon of a button while its action is running. */
export const BusyIcon = () => <LoaderCircle aria-hidden className={styles['mark']} />
