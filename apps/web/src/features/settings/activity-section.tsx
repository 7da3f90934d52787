import { useCached } from '../../domain/cache/use-cached.ts'
import { accountAnalyticsQuery } from '../../domain/plan/plan.queries.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { formatNumber } from '../../lib/format/numbers.ts'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingsBlock, SettingsRow, SettingsSection } from './frame/settings-section.tsx'
import styles from './settings.module.css'

function ActivityRows() {
  const { data, isPending } = useCached(accountAnalyticsQuery())
  if (isPending)
    return (
      <SettingsBlock>
        <Skeleton className={styles['loading-value']} />
      </SettingsBlock>
    )
  // No error message here, because AccountSection reads the same data and shows it.
  if (!data) return <SettingsRow label="Temporarily unavailable" />
  const { lastUpload, photosThisWeek, photosThisMonth } = data.recentActivity
  return (
    <>
      <SettingsRow
        label="Last upload"
        hint={lastUpload ? <time dateTime={lastUpload}>{formatDateTime(lastUpload)}</time> : 'Nothing uploaded yet'}
      >
        <Link to="/photos" className={buttonClass({})}>
          {lastUpload ? 'View Photos' : 'Upload Photos'}
        </Link>
      </SettingsRow>
      <SettingsRow label="Photos this week">
        <span className="text-4 strong">{formatNumber(photosThisWeek)}</span>
      </SettingsRow>
      <SettingsRow label="Photos this month">
        <span className="text-4 strong">{formatNumber(photosThisMonth)}</span>
      </SettingsRow>
    </>
  )
}

/** S-SET-11: the last upload and the photos of this week and month. */
export const ActivitySection = () => (
  <SettingsSection description="Recent uploads to your library.">
    <ActivityRows />
  </SettingsSection>
)
