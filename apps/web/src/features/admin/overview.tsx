import { formatBytes, type http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { dashboardQuery } from './admin.api.ts'
import styles from './admin.module.css'
import { ServerNotes, QueryContent } from './frame/card.tsx'
import { Figure } from './frame/facts.tsx'
import { useAdminQuery } from './frame/use-admin-query.tsx'
import { HealthCards } from './health/health-cards.tsx'

const REFRESH_SECONDS = 30

/** S-ADM-03: the figures and the health of the installation. */
export function Overview() {
  const figures = useAdminQuery(dashboardQuery, REFRESH_SECONDS)
  return (
    <div className={styles['overview']}>
      <QueryContent reading={figures} title="Figures">
        {data => (
          <>
            <ServerNotes notes={data.notes} />
            <Figures figures={data} />
          </>
        )}
      </QueryContent>
      <HealthCards />
    </div>
  )
}

type FigureLine = readonly [value: number | null, words: string, format?: (value: number) => string]

function FigureGroup({ name, total, lines = [] }: { name: string; total: ReactNode; lines?: readonly FigureLine[] }) {
  return (
    <section aria-label={name} className={styles['group']}>
      <h2 className={styles['name']}>{name}</h2>
      <p className={styles['total']}>{total}</p>
      {lines.length > 0 && (
        <ul className={styles['lines']}>
          {lines.map(([value, words, format]) => (
            <li key={words}>
              <strong>
                <Figure value={value} {...(format && { format })} />
              </strong>{' '}
              {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** S-ADM-03 */
function Figures({ figures: { users, images, albums, tags, shares } }: { figures: http.Dashboard }) {
  return (
    <div className={styles['figures']}>
      <FigureGroup
        name="Users"
        total={<Figure value={users.total_users} />}
        lines={[
          [users.active_week, 'active this week'],
          [users.active_month, 'active this month'],
        ]}
      />
      <FigureGroup
        name="Images"
        total={<Figure value={images.total_images} />}
        lines={[
          [images.total_storage, 'stored', formatBytes],
          [images.uploaded_week, 'uploaded this week'],
        ]}
      />
      <FigureGroup
        name="Shares"
        total={<Figure value={shares.total_shares} />}
        lines={[
          [shares.total_views, 'views'],
          [shares.shares_week, 'created this week'],
        ]}
      />
      <FigureGroup name="Albums" total={<Figure value={albums.total_albums} />} />
      <FigureGroup name="Tags" total={<Figure value={tags.total_tags} />} />
    </div>
  )
}
