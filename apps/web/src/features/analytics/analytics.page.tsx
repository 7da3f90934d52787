import type { http } from '@daymark/contracts'
import { ChartNoAxesColumn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { shareState } from '../../domain/shares/share-input.ts'
import { ApiError } from '../../lib/api.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { useParams } from '../../lib/router.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/text-field.tsx'
import { LockedFeature } from '../../widgets/plan/locked-feature.tsx'
import styles from './analytics.module.css'
import { Report } from './report.tsx'
import { linkAnalyticsQuery } from './analytics.queries.ts'

const PERIOD_DAYS = [7, 30, 90] as const
const DEFAULT_PERIOD_DAYS = 30

/** Returns the path of the page on which the owner manages the link. */
const linkPagePath = ({ kind, album_id: id }: http.Share) =>
  kind === 'selection' ? `/shares/selections/${id}` : `/albums/${id}`

function AnalyticsHeader({ share, children }: { share: http.Share | undefined; children?: ReactNode }) {
  return (
    <header className={styles['header']}>
      <BackLink to={share ? linkPagePath(share) : '/albums'}>{share?.album_title || 'Albums'}</BackLink>
      <div className={styles['top']}>
        <div className={styles['text']}>
          <h1 className="text-5">Analytics</h1>
          {share && (
            <p className={styles['details']}>
              <a href={share.url} target="_blank" rel="noopener">
                {share.url.replace(/^https?:\/\//, '')}
              </a>
              <span>
                {shareState(share)} · Created {formatDate(share.created_at)}
              </span>
            </p>
          )}
        </div>
        {children}
      </div>
    </header>
  )
}

function AnalyticsSkeleton() {
  return (
    <Skeletons label="Loading analytics" className={styles['report']}>
      <div className={styles['figures']}>
        {[1, 2, 3, 4].map(figure => (
          <Skeleton key={figure} className={styles['figure-loading']} />
        ))}
      </div>
      <Skeleton className={styles['chart-loading']} />
    </Skeletons>
  )
}

/** Shown in place of the report if the analytics could not be loaded. */
function AnalyticsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { code = '', serverMessage = null } = error instanceof ApiError ? error : {}
  if (code === 'plan_required') return <LockedAnalytics message={serverMessage} />
  const text = code === 'share_not_found' ? 'This link was deleted.' : 'Check your connection and try again.'
  return (
    <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title="The analytics could not be loaded" text={text}>
      <Button onClick={onRetry}>Try Again</Button>
    </EmptyState>
  )
}

function PeriodSelect({ days, onChoose }: { days: number; onChoose: (days: number) => void }) {
  return (
    <Select
      label="Period"
      hideLabel
      className={styles['period']}
      value={days}
      onChange={event => onChoose(Number(event.target.value))}
      options={PERIOD_DAYS.map(period => [period, `Last ${period} days`])}
    />
  )
}

/**
 * Reads the analytics. If the server rejects the request, earlier data is hidden, because the plan no longer includes
 * analytics or the link was deleted.
 */
function useAnalytics(id: string, days: number) {
  const { data, error, refetch } = useCached(linkAnalyticsQuery(id, days), { keepPrevious: true })
  const isRejected = error instanceof ApiError && error.status >= 400 && error.status < 500
  return { analytics: isRejected ? undefined : data, error, refetch }
}

/** S-ANAUI, S-PANEL-05: the activity of one link's visitors. New visits appear while the page is open. */
export function AnalyticsPage() {
  const { id = '' } = useParams()
  const [days, setDays] = useState<number>(DEFAULT_PERIOD_DAYS)
  const { analytics, error, refetch } = useAnalytics(id, days)
  useTitle('Analytics')
  if (!analytics)
    return (
      <div className={styles['page']}>
        <AnalyticsHeader share={undefined} />
        {error ? <AnalyticsFailure error={error} onRetry={() => void refetch()} /> : <AnalyticsSkeleton />}
      </div>
    )
  return (
    <div className={styles['page']}>
      <AnalyticsHeader share={analytics.share}>
        {analytics.totalVisits > 0 && <PeriodSelect days={days} onChoose={setDays} />}
      </AnalyticsHeader>
      <Report analytics={analytics} />
    </div>
  )
}

/** Shown on plans without analytics. Visits are counted on all plans. */
const LockedAnalytics = ({ message }: { message: string | null }) => (
  <LockedFeature>
    {message && `${message}. `}See returning visitors, the most viewed photos and downloads. Visits are already counted
    and will appear after an upgrade.
  </LockedFeature>
)
