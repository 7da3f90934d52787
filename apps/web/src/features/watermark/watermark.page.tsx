import { useEffect } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { watermarkSettingsQuery } from '../../domain/watermark.queries.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { logFailure } from '../../lib/log.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { LockedFeature } from '../../widgets/plan/locked-feature.tsx'
import { WatermarkEditor } from './watermark-editor.tsx'
import styles from './watermark.module.css'

/** S-WM-06 */
function UpgradePrompt({ plan }: { plan: string }) {
  return (
    <LockedFeature title="Professional Feature">
      Watermarks protect the photos in your galleries with your name or logo. They require the Professional plan or
      higher. Your current plan: <strong>{plan}</strong>
    </LockedFeature>
  )
}

function Waiting() {
  return (
    <Skeletons label="Loading watermark" className={styles['waiting']}>
      <Skeleton className={styles['waiting-tabs']} />
      <Skeleton className={styles['waiting-panel']} />
    </Skeletons>
  )
}

/** S-WM-12: a failure to read is logged; the page works with the data it has. */
function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    if (error) logFailure(what, error)
  }, [what, error])
}

function Content() {
  const plan = useCached(subscriptionQuery())
  const watermark = useCached(watermarkSettingsQuery())
  useLogged('The plan could not be read', plan.error)
  useLogged('The watermark could not be read', watermark.error)
  if (plan.data && !plan.data.limits.canUseWatermarks) return <UpgradePrompt plan={plan.data.tierName} />
  if (plan.isPending || watermark.isPending) return <Waiting />
  return <WatermarkEditor settings={watermark.data} />
}

/** S-WM-01 */
export function WatermarkPage() {
  useTitle('Watermark')
  return (
    <div className={styles['page']}>
      <header>
        <h1 className={styles['title']}>Watermark</h1>
        <p className={styles['about']}>Shown on the photos of each share link for which you turn it on.</p>
      </header>
      <Content />
    </div>
  )
}
