import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import styles from './analytics-skeleton.module.css'

const createRange = (count: number) => Array.from({ length: count }, (_, n) => n)

/** L-SKEL-04: placeholders for the figures, the chart and the list of an analytics page. */
export function AnalyticsSkeleton() {
  return (
    <Skeletons label="Loading analytics" className={styles['view']}>
      <div className={styles['statistics']}>
        {createRange(4).map(n => (
          <Skeleton key={n} className={styles['statistic']} />
        ))}
      </div>
      <Skeleton className={styles['chart']} />
      <div className={styles['list']}>
        {createRange(5).map(n => (
          <Skeleton key={n} className={styles['line']} />
        ))}
      </div>
    </Skeletons>
  )
}
