import type { http } from '@daymark/contracts'
import { Copy, Eye } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { copyLink } from '../../ui/feedback/copy.tsx'
import styles from './analytics.module.css'
import { formatDuration } from './format-duration.ts'
import { Downloads } from './downloads.tsx'
import { RecentVisits } from './recent-visits.tsx'
import { TopPhotos } from './top-photos.tsx'

const Charts = lazy(async () => ({ default: (await import('./charts/charts.tsx')).Charts }))

const number = new Intl.NumberFormat()

/** S-ANAUI-01 */
function Figures({ analytics }: { analytics: http.ShareAnalytics }) {
  const figures = [
    ['Unique visitors', number.format(analytics.uniqueVisitors)],
    ['Total visits', number.format(analytics.totalVisits)],
    ['Photo views', number.format(analytics.totalPhotoViews)],
    ['Average duration', formatDuration(analytics.avgDuration)],
  ]
  return (
    <dl className={styles['figures']}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles['figure']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoVisits({ share }: { share: http.Share }) {
  const copy = () => copyLink(share.url)
  return (
    <EmptyState
      icon={<Eye aria-hidden />}
      title="No visits yet"
      text="Share the link. Visits appear here in real time. Your own visits do not count."
    >
      <Button look="primary" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copy Link
      </Button>
    </EmptyState>
  )
}

export function Report({ analytics }: { analytics: http.ShareAnalytics }) {
  if (analytics.totalVisits === 0) return <NoVisits share={analytics.share} />
  return (
    <div className={styles['report']}>
      <Figures analytics={analytics} />
      <Suspense fallback={<Skeleton className={styles['chartWaiting']} />}>
        <Charts days={analytics.viewsPerDay} hours={analytics.viewsPerHour} />
      </Suspense>
      <TopPhotos photos={analytics.topPhotos} />
      <div className={styles['pair']}>
        <RecentVisits visits={analytics.visits} />
        <Downloads downloads={analytics.downloads} />
      </div>
    </div>
  )
}
