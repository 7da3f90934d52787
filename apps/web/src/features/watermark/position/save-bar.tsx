import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { saveConfig } from '../watermark.actions.ts'
import type { ConfigChanges } from './config-changes.ts'
import styles from './position-tab.module.css'

type Props = {
  config: http.WatermarkConfig
  changes: ConfigChanges
  onSaved: (config: http.WatermarkConfig) => void
  onDiscard: () => void
}

/** S-WM-05 */
export function SaveBar({ config, changes, onSaved, onDiscard }: Props) {
  const [isSaving, setIsSaving] = useState(false)
  const isUnsaved = Object.keys(changes).length > 0
  const save = async () => {
    setIsSaving(true)
    const isSaved = await saveConfig(config)
    setIsSaving(false)
    if (!isSaved) return
    onSaved(config)
    showToast('Watermark settings saved')
  }
  return (
    <div className={styles['save']}>
      <p role="status" className={styles['state']}>
        {isUnsaved ? 'Unsaved changes' : ''}
      </p>
      {isUnsaved && (
        <Button look="quiet" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button look="primary" disabled={!isUnsaved || isSaving} onClick={() => void save()}>
        Save Settings
      </Button>
    </div>
  )
}
