import { ArrowLeft } from 'lucide-react'
import { Link } from '../lib/router.ts'
import styles from './back-link.module.css'

/** Above the heading of a page: where it belongs. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={styles['back']}>
    <ArrowLeft aria-hidden />
    {children}
  </Link>
)
