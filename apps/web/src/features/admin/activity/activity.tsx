import type { http } from '@daymark/contracts'
import { Link2, Upload } from 'lucide-react'
import { Suspense } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { useUrlFilter } from '../../../lib/hooks/use-url-filter.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx'
import { Card } from '../frame/card.tsx'
import { Figure } from '../frame/labeled-values.tsx'
import { PagedTable } from '../frame/paged-table.tsx'
import table from '../frame/table.module.css'
import { type ActivityFilter, activityQuery } from './activity.api.ts'
import styles from './activity.module.css'

const AuditLog = lazyOf(() => import('./audit-log.tsx'), 'AuditLog')

const VIEWS = [
  { to: '/admin/activity', label: 'User activity' },
  { to: '/admin/activity/audit', label: 'Audit log' },
]

/** S-ADM-11: the recent activity of users and the audit log. */
export function Activity() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  return (
    <>
      <nav aria-label="Activity" className={`wrap ${styles['views']}`}>
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

const TYPE_CHOICES = [
  { value: '', label: 'All activity' },
  { value: 'share_created', label: 'Shares' },
  { value: 'image_uploaded', label: 'Uploads' },
] as const
const FILTER_NAMES = ['type', 'user'] as const

function ActivityRow({ item }: { item: http.ActivityItem }) {
  const { activity_type: type, user_id, user_name, album_title, image_filename, view_count, created_at } = item
  const isShare = type === 'share_created'
  const Icon = isShare ? Link2 : Upload
  return (
    <tr className={styles['row']}>
      <td>
        <span className={styles['action-name']}>
          <Icon aria-hidden />
          {isShare ? 'Share created' : 'Image uploaded'}
        </span>
      </td>
      <th scope="row">
        <Link to={`/admin/users/${user_id}`}>{user_name ?? 'Unknown user'}</Link>
      </th>
      <td>{album_title ?? image_filename ?? (isShare ? 'A selection' : '')}</td>
      <td data-head={isShare ? 'Views' : undefined} className={table['number']}>
        {isShare && <Figure value={view_count} />}
      </td>
      <td className={table['time']}>
        <time dateTime={created_at}>{formatShortDateTime(created_at)}</time>
      </td>
    </tr>
  )
}

/** S-ADM-11: lists created shares and uploads, newest first. */
function ActivityList() {
  const { filter, change } = useUrlFilter<ActivityFilter>(FILTER_NAMES)
  return (
    <Card
      title="Activity"
      aside={
        <ChoiceRow
          legend="Show"
          hideLegend
          choices={TYPE_CHOICES}
          selected={filter.type ?? ''}
          onChoose={type => change({ type })}
        />
      }
    >
      <PagedTable
        query={activityQuery(filter)}
        name="Activity"
        emptyText="No activity yet."
        columns={['Activity', 'User', 'Album or file', 'Views', 'Time']}
        numberColumn="Views"
      >
        {item => <ActivityRow key={item.id} item={item} />}
      </PagedTable>
    </Card>
  )
}
