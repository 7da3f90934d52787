import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { watermarkSettingsQuery } from '../../domain/watermark.queries.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { useFailureLog } from '../../lib/hooks/use-failure-log.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { LockedFeature } from '../../widgets/plan/locked-feature.tsx'
import { type ConfigChanges, LeaveWarning } from './position/config-changes.tsx'
import { PositionTab } from './position/position-tab.tsx'
import { UploadTab } from './upload-tab.tsx'
import styles from './watermark.module.css'

type TabId = 'upload' | 'position'

/** S-WM-01, S-WM-02: the tabs of the page. Unsaved changes stay when the user switches tabs. */
function WatermarkEditor({ settings }: { settings: http.WatermarkSettings | undefined }) {
  const [chosenTab, setChosenTab] = useState<TabId>('upload')
  const [changes, setChanges] = useState<ConfigChanges>({})
  const [testImage, setTestImage] = useState<File | null>(null)
  const previewUrl = settings?.previewUrl ?? null
  const tabs: { id: TabId; label: string; disabled?: boolean }[] = [
    { id: 'upload', label: 'Upload' },
    { id: 'position', label: 'Position & Preview', disabled: !previewUrl },
  ]
  const isPositionShown = chosenTab === 'position' && settings && previewUrl
  return (
    <Tabs label="Watermark" tabs={tabs} selected={isPositionShown ? 'position' : 'upload'} onChoose={setChosenTab}>
      {isPositionShown ? (
        <PositionTab
          logoUrl={previewUrl}
          saved={settings.config}
          changes={changes}
          onChanges={setChanges}
          testImage={testImage}
          onTestImage={setTestImage}
        />
      ) : (
        <UploadTab previewUrl={previewUrl} onShowPosition={() => setChosenTab('position')} />
      )}
      <LeaveWarning isUnsaved={Object.keys(changes).length > 0} />
    </Tabs>
  )
}

/** S-WM-06: shown if the plan does not include watermarks. */
function UpgradePrompt({ plan }: { plan: string }) {
  return (
    <LockedFeature>
      Watermarks protect the photos in your galleries with your name or logo. They require the Professional plan or
      higher. Your current plan: <strong>{plan}</strong>
    </LockedFeature>
  )
}

function WatermarkSkeleton() {
  return (
    <Skeletons label="Loading watermark" className="stack-5">
      <Skeleton className={styles['waiting-tabs']} />
      <Skeleton className={styles['waiting-panel']} />
    </Skeletons>
  )
}

function WatermarkContent() {
  const plan = useCached(subscriptionQuery())
  const watermark = useCached(watermarkSettingsQuery())
  // S-WM-12: failures are logged but not shown.
  useFailureLog('The plan could not be read', plan.error)
  useFailureLog('The watermark could not be read', watermark.error)
  if (plan.data && !plan.data.features.includes('watermarks')) return <UpgradePrompt plan={plan.data.tierName} />
  if (plan.isPending || watermark.isPending) return <WatermarkSkeleton />
  return <WatermarkEditor settings={watermark.data} />
}

export function WatermarkPage() {
  useTitle('Watermark')
  return (
    <div className="stack-4 shrinkable">
      <header>
        <h1 className="text-4">Watermark</h1>
        <p className="muted">Shown on the photos of each share link for which you turn it on.</p>
      </header>
      <WatermarkContent />
    </div>
  )
}
