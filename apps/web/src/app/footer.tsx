import styles from './footer.module.css'

/** Whoever runs this Daymark reads the mail of its own domain. */
const supportAddress = () => `support@${window.location.hostname}`

export function Footer() {
  return (
    <footer className={styles['footer']}>
      <a className={styles['link']} href={`mailto:${supportAddress()}`}>
        Support
      </a>
    </footer>
  )
}
