import { Link } from '../../lib/router.ts'
import styles from './footer.module.css'
import { footerLinks } from './links.ts'

export function Footer() {
  return (
    <footer className={styles['footer']}>
      {footerLinks().map(({ to, label }) => (
        <Link key={to} to={to} className={styles['link']}>
          {label}
        </Link>
      ))}
    </footer>
  )
}
