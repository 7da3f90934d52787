import { ArrowLeft } from 'lucide-react'
import { Link } from '../lib/router.ts'
import styles from './back-link.module.css'

/** The link above the heading of a page to its parent page. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={styles['back']}>
    <ArrowLeft aria-hidden />
    {children}
  </Link>
)
