import { Notes, Read } from '../frame/card.tsx'
import { useAdminRead } from '../frame/use-admin-read.ts'
import { HealthCards } from '../health/health-cards.tsx'
import { Figures } from './figures.tsx'
import { dashboard } from './overview.queries.ts'
import styles from './overview.module.css'

const EVERY_SECONDS = 30

/** S-ADM-03: figures and health. */
export function Overview() {
  const figures = useAdminRead(dashboard, EVERY_SECONDS)
  return (
    <div className={styles['overview']}>
      <Read reading={figures} title="Figures">
        {data => (
          <>
            <Notes notes={data.notes} />
            <Figures figures={data} />
          </>
        )}
      </Read>
      <HealthCards />
    </div>
  )
}
