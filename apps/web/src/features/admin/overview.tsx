import { formatBytes, type http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { dashboardQuery } from './admin.api.ts'
import styles from './admin.module.css'
import { ServerNotes, QueryContent } from './frame/card.tsx'
import { Figure } from './frame/labeled-values.tsx'
import { useAdminQuery } from './frame/use-admin-query.tsx'
import { HealthCards } from './health/health-cards.tsx'

const REFRESH_SECONDS = 30

/** S-ADM-03: the statistics and the health of the installation. */
export function Overview() {
  const statistics = useAdminQuery(dashboardQuery, REFRESH_SECONDS)
  return (
    <div className={styles['overview']}>
      <QueryContent result={statistics} title="Statistics">
        {data => (
          <>
            <ServerNotes notes={data.notes} />
            <StatisticsGroups statistics={data} />
          </>
        )}
      </QueryContent>
      <HealthCards />
    </div>
  )
}

type StatisticLine = readonly [value: number | null, label: string, format?: (value: number) => string]

function StatisticGroup({
  name,
  total,
  lines = [],
}: {
  name: string
  total: ReactNode
  lines?: readonly StatisticLine[]
}) {
  return (
    <section aria-label={name} className={`surface ${styles['group']}`}>
      <h2 className={styles['name']}>{name}</h2>
      <p className={styles['total']}>{total}</p>
      {lines.length > 0 && (
        <ul className={styles['lines']}>
          {lines.map(([value, label, format]) => (
            <li key={label}>
              <strong>
                <Figure value={value} {...(format && { format })} />
              </strong>{' '}
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** S-ADM-03: the counts of users, images, shares, albums and tags. */
function StatisticsGroups({ statistics: { users, images, albums, tags, shares } }: { statistics: http.Dashboard }) {
  return (
    <div className={styles['statistics']}>
      <StatisticGroup
        name="Users"
        total={<Figure value={users.total_users} />}
        lines={[
          [users.active_week, 'active this week'],
          [users.active_month, 'active this month'],
        ]}
      />
      <StatisticGroup
        name="Images"
        total={<Figure value={images.total_images} />}
        lines={[
          [images.total_storage, 'stored', formatBytes],
          [images.uploaded_week, 'uploaded this week'],
        ]}
      />
      <StatisticGroup
        name="Shares"
        total={<Figure value={shares.total_shares} />}
        lines={[
          [shares.total_views, 'views'],
          [shares.shares_week, 'created this week'],
        ]}
      />
      <StatisticGroup name="Albums" total={<Figure value={albums.total_albums} />} />
      <StatisticGroup name="Tags" total={<Figure value={tags.total_tags} />} />
    </div>
  )
}
