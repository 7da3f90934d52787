import styles from './brand.module.css'

/** The Daymark logo with the product name. */
export function Brand() {
  return (
    <span className={styles['brand']}>
      <svg viewBox="0 0 24 24" aria-hidden className={styles['logo']}>
        <circle cx="12" cy="12" r="4" fill="currentColor" />
        <path
          d="M3 19h18M12 3v2M5.2 6.2l1.4 1.4M18.8 6.2l-1.4 1.4M2.8 12.5h2M19.2 12.5h2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
      Daymark
    </span>
  )
}
