import { useCached } from '../../../domain/cache/use-cached.ts'
import { accountAnalytics } from '../../../domain/plan/account.queries.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { useUser } from '../../../domain/session/session.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { StorageBar } from '../../../widgets/plan/storage-bar.tsx'
import { UpgradeLink } from '../../../widgets/plan/upgrade-link.tsx'
import { storageLevel } from '../../../widgets/plan/storage-level.ts'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import styles from './account.module.css'
import { Breakdown } from './breakdown.tsx'
import { Figures } from './figures.tsx'

/** S-SET-04. A failure to read the plan is logged by its own section; here it is hidden. */
function Storage() {
  const { data: plan, isPending } = useCached(subscription())
  if (isPending) return <Skeleton className={styles['waitingBar']} />
  if (!plan) return null
  const isShort = storageLevel(plan.storage.percentage) !== 'green' && plan.tier !== 'studio'
  return (
    <div className={styles['storage']}>
      <StorageBar storage={plan.storage} />
      {isShort && <UpgradeLink />}
    </div>
  )
}

/** S-SET-10, S-SET-11 */
function Analytics() {
  const { data: analytics, isPending, refetch } = useCached(accountAnalytics())
  if (isPending)
    return (
      <SettingsBlock>
        <Skeletons label="Loading analytics" className={styles['figures']}>
          <Skeleton className={styles['waitingFigures']} />
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
        <Figures analytics={analytics} />
      </SettingsBlock>
      <SettingsBlock>
        <Breakdown breakdown={analytics.breakdown} />
      </SettingsBlock>
    </>
  )
}

export function AccountSection() {
  const { email } = useUser()
  return (
    <SettingsSection
      about={
        <>
          You are signed in as <strong>{email}</strong>.
        </>
      }
    >
      <SettingsBlock>
        <Storage />
      </SettingsBlock>
      <Analytics />
    </SettingsSection>
  )
}
