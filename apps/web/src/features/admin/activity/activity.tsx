import { lazy, Suspense } from 'react'
import { Link, useLocation } from '../../../lib/router.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { ActivityList } from './activity-list.tsx'
import styles from './activity.module.css'

const AuditLog = lazy(async () => ({ default: (await import('./audit/audit-log.tsx')).AuditLog }))

const VIEWS = [
  { to: '/admin/activity', label: 'What users do' },
  { to: '/admin/activity/audit', label: 'Audit log' },
]

/** S-ADM-11: activity in galleries, and the audit log of account administration. */
export function Activity() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  return (
    <>
      <nav aria-label="Activity" className={styles['views']}>
        {VIEWS.map(({ to, label }) => (
          <Link key={to} to={to} className={styles['view']} aria-current={path === to ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Spinner label="Loading..." />}>
        {path.endsWith('/audit') ? <AuditLog /> : <ActivityList />}
      </Suspense>
    </>
  )
}
