import { ArrowLeft } from 'lucide-react'
import { Link } from '../lib/router.tsx'
import styles from './back-link.module.css'

/** A link to the parent page, placed above the heading of a page. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={styles['back']}>
    <ArrowLeft aria-hidden />
    {children}
  </Link>
)
