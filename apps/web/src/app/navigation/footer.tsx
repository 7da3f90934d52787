import { supportMailtoUrl } from '../../lib/page-meta.ts'
import { Link } from '../../lib/router.tsx'
import styles from './footer.module.css'

/** L-NAV-08: returns the links of the footer. A function, because tests change the support address. */
const footerLinks = () => [
  { to: '/privacy', label: 'Privacy' },
  { to: '/security', label: 'Security' },
  { to: supportMailtoUrl(), label: 'Support' },
  { to: '/developers', label: 'API' },
]
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
