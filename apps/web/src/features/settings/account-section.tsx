import { formatBytes, type http } from '@daymark/contracts'
import { useCached } from '../../domain/cache/use-cached.ts'
import { accountAnalyticsQuery, subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { useUser } from '../../domain/session/session.tsx'
import { formatNumber } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { StorageBar, getStorageLevel } from '../../widgets/plan/storage-bar.tsx'
import { UpgradeLink } from '../../widgets/plan/locked-feature.tsx'
import { SettingsBlock, SettingsRow, SettingsSection } from './frame/settings-section.tsx'
import styles from './settings.module.css'

/** S-SET-04: the used storage. Renders nothing if the plan could not be read; PlanSection logs this failure. */
function StorageUsage() {
  const { data: plan, isPending } = useCached(subscriptionQuery())
  if (isPending) return <Skeleton className={styles['loading-bar']} />
  if (!plan) return null
  const isStorageLow = getStorageLevel(plan.storage.percentage) !== 'green' && plan.tier !== 'studio'
  return (
    <div className={styles['storage']}>
      <StorageBar storage={plan.storage} />
      {isStorageLow && <UpgradeLink />}
    </div>
  )
}

/** The counts of the account, and its storage by variant (S-SET-10, S-SET-11). */
function AccountAnalytics() {
  const { data: analytics, isPending, refetch } = useCached(accountAnalyticsQuery())
  if (isPending)
    return (
      <SettingsBlock>
        <Skeletons label="Loading analytics" className={styles['statistics']}>
          <Skeleton className={styles['loading-statistics']} />
        </Skeletons>
      </SettingsBlock>
    )
  if (!analytics)
    return (
      <div role="alert">
        <SettingsRow label="Failed to load analytics" hint="Your photos are not affected.">
          <Button onClick={() => void refetch()}>Try Again</Button>
        </SettingsRow>
      </div>
    )
  return (
    <>
      <SettingsBlock>
        <AccountStatistics analytics={analytics} />
      </SettingsBlock>
      <SettingsBlock>
        <StorageBreakdown breakdown={analytics.breakdown} />
      </SettingsBlock>
    </>
  )
}

export function AccountSection() {
  const { email } = useUser()
  return (
    <SettingsSection
      description={
        <>
          You are signed in as <strong>{email}</strong>.
        </>
      }
    >
      <SettingsBlock>
        <StorageUsage />
      </SettingsBlock>
      <AccountAnalytics />
    </SettingsSection>
  )
}

const VARIANT_KINDS = [
  ['originals', 'Originals'],
  ['large', 'Large'],
  ['medium', 'Medium'],
  ['small', 'Small'],
] as const satisfies (readonly [keyof http.AccountAnalytics['breakdown'], string])[]

/** S-SET-11: the storage by variant, as a bar and as a list. */
function StorageBreakdown({ breakdown }: { breakdown: http.AccountAnalytics['breakdown'] }) {
  const usedKinds = VARIANT_KINDS.filter(([kind]) => breakdown[kind] > 0)
  return (
    <div className="stack-3">
      <h3>Storage by size</h3>
      {usedKinds.length > 0 && (
        <div aria-hidden className={styles['breakdown-bar']}>
          {usedKinds.map(([kind]) => (
            <span key={kind} className={styles[kind]} style={{ flexGrow: breakdown[kind] }} />
          ))}
        </div>
      )}
      <dl className={styles['breakdown-legend']}>
        {VARIANT_KINDS.map(([kind, name]) => (
          <div key={kind}>
            <dt>
              <span aria-hidden className={classNames(styles['swatch'], styles[kind])} />
              {name}
            </dt>
            <dd>{formatBytes(breakdown[kind])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** S-SET-11: the counts of the account. */
function AccountStatistics({ analytics }: { analytics: http.AccountAnalytics }) {
  const statistics = [
    ['Total photos', formatNumber(analytics.totalPhotos)],
    ['Storage', formatBytes(analytics.totalStorage)],
    ['Albums', formatNumber(analytics.totalAlbums)],
    ['Active shares', formatNumber(analytics.activeShares)],
    ['Favorites', formatNumber(analytics.favoritePhotos)],
    ['Tags', formatNumber(analytics.totalTags)],
  ]
  return (
    <dl className={styles['statistics']}>
      {statistics.map(([name, value]) => (
        <div key={name} className={styles['statistic']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
