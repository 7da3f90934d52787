import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import type { ConfigChanges } from './position/config-changes.ts'
import { LeaveWarning } from './position/leave-warning.tsx'
import { PositionTab } from './position/position-tab.tsx'
import { UploadTab } from './upload/upload-tab.tsx'

type TabId = 'upload' | 'position'

/** S-WM-01, S-WM-02. Unsaved changes survive a switch of tabs. */
export function WatermarkEditor({ settings }: { settings: http.WatermarkSettings | undefined }) {
  const [wanted, setWanted] = useState<TabId>('upload')
  const [changes, setChanges] = useState<ConfigChanges>({})
  const [testImage, setTestImage] = useState<File | null>(null)
  const previewUrl = settings?.previewUrl ?? null
  const tabs: { id: TabId; label: string; disabled?: boolean }[] = [
    { id: 'upload', label: 'Upload' },
    { id: 'position', label: 'Position & Preview', disabled: !previewUrl },
  ]
  const isPlacing = wanted === 'position' && settings && previewUrl
  return (
    <Tabs label="Watermark" tabs={tabs} chosen={isPlacing ? 'position' : 'upload'} onChoose={setWanted}>
      {isPlacing ? (
        <PositionTab
          logo={previewUrl}
          saved={settings.config}
          changes={changes}
          onChanges={setChanges}
          testImage={testImage}
          onTestImage={setTestImage}
        />
      ) : (
        <UploadTab previewUrl={previewUrl} onPlace={() => setWanted('position')} />
      )}
      <LeaveWarning isUnsaved={Object.keys(changes).length > 0} />
    </Tabs>
  )
}
