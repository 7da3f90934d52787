import { type http, MAX_RECENT_VISITS, VISITOR_ID_PREVIEW_LENGTH } from '@daymark/contracts'
import { Copy, Eye } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { formatNumber, pluralize } from '../../lib/format/numbers.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { copyLink } from '../../ui/feedback/copy.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import styles from './analytics.module.css'

const Charts = lazyOf(() => import('./charts.tsx'), 'Charts')

/** S-ANAUI-01: visitors, visits, photo views and average duration. */
function KeyFigures({ analytics }: { analytics: http.ShareAnalytics }) {
  const figures = [
    ['Unique visitors', formatNumber(analytics.uniqueVisitors)],
    ['Total visits', formatNumber(analytics.totalVisits)],
    ['Photo views', formatNumber(analytics.totalPhotoViews)],
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
      <Button appearance="primary" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copy Link
      </Button>
    </EmptyState>
  )
}

export function Report({ analytics }: { analytics: http.ShareAnalytics }) {
  if (analytics.totalVisits === 0) return <NoVisits share={analytics.share} />
  return (
    <div className={styles['report']}>
      <KeyFigures analytics={analytics} />
      <Suspense fallback={<Skeleton className={styles['chart-loading']} />}>
        <Charts days={analytics.viewsPerDay} hours={analytics.viewsPerHour} />
      </Suspense>
      <TopPhotos photos={analytics.topPhotos} />
      <div className={styles['columns']}>
        <RecentVisits visits={analytics.visits} />
        <Downloads downloads={analytics.downloads} />
      </div>
    </div>
  )
}

/** A titled part of the report. */
function ReportPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['panel']}>
      <h2 id={id} className="text-3">
        {title}
      </h2>
      {children}
    </section>
  )
}

type Download = http.ShareAnalytics['downloads'][number]
const DOWNLOAD_NAMES: Record<http.DownloadType, string> = { album_zip: 'Albums (ZIP)', single_image: 'Single photos' }

/** S-TRK-02: the number of downloads by type. */
function Downloads({ downloads }: { downloads: readonly Download[] }) {
  return (
    <ReportPanel title="Downloads">
      <dl className={styles['downloads']}>
        {downloads.map(({ type, count, photo_count }) => (
          <div key={type}>
            <dt>{DOWNLOAD_NAMES[type]}</dt>
            <dd>
              {formatNumber(count)}
              {type !== 'single_image' && count > 0 && <small>{pluralize(photo_count, 'photo')}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </ReportPanel>
  )
}

/** S-ANAUI-02: the ten newest visits. A visitor is shown by the first characters of their random id. */
function RecentVisits({ visits }: { visits: http.ShareAnalytics['visits'] }) {
  return (
    <ReportPanel title="Recent visits">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Visitor</th>
            <th scope="col">Started</th>
            <th scope="col" className={styles['number']}>
              Duration
            </th>
            <th scope="col" className={styles['hidden-on-phone']}>
              Pages
            </th>
            <th scope="col" className={styles['number']}>
              Photos
            </th>
          </tr>
        </thead>
        <tbody>
          {visits.slice(0, MAX_RECENT_VISITS).map(visit => (
            <tr key={visit.id}>
              <th scope="row">{visit.visitor_id.slice(0, VISITOR_ID_PREVIEW_LENGTH)}</th>
              <td>{formatShortDateTime(visit.started_at)}</td>
              <td className={styles['number']}>{formatDuration(visit.duration_seconds)}</td>
              <td className={styles['hidden-on-phone']}>{visit.page_views}</td>
              <td className={styles['number']}>{visit.photo_views}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ReportPanel>
  )
}

type TopPhoto = http.ShareAnalytics['topPhotos'][number]

function describeViews({ view_count, download_count }: TopPhoto): string {
  const views = pluralize(view_count, 'view')
  return download_count === 0 ? views : `${views} · ${pluralize(download_count, 'download')}`
}

/** S-TRK-04: the most viewed photos. */
function TopPhotos({ photos }: { photos: readonly TopPhoto[] }) {
  return (
    <ReportPanel title="Top photos">
      {photos.length === 0 && <p className={styles['empty']}>No photo views yet.</p>}
      <ol aria-label="Top photos" className={styles['grid']}>
        {photos.map(photo => (
          <li key={photo.image_id} className={styles['photo']}>
            <span className={styles['box']}>
              <Picture src={photo.thumbnail_url} alt="" placeholder={null} />
            </span>
            <span className="truncate">{photo.title || photo.original_filename}</span>
            <span className={styles['counts']}>{describeViews(photo)}</span>
          </li>
        ))}
      </ol>
    </ReportPanel>
  )
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/**
 * S-ANAUI-03: formats a duration. Below a minute in seconds, below an hour in minutes, otherwise in hours and minutes.
 */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${Math.floor(seconds)}s`
  const minutes = Math.floor(seconds / MINUTE_SECONDS)
  return seconds < HOUR_SECONDS ? `${minutes}m` : `${Math.floor(seconds / HOUR_SECONDS)}h ${minutes % MINUTE_SECONDS}m`
}
