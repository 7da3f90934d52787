import styles from './spinner.module.css'

/** A progress indicator with a label. */
export function Spinner({ label, fill = false }: { label: string; fill?: boolean }) {
  return (
    <div role="status" className={fill ? styles['fill'] : styles['line']}>
      <span aria-hidden className={styles['ring']} />
      {label}
    </div>
  )
}
