import type { http } from '@daymark/contracts'
import { counted } from '../../../lib/format/counted.ts'
import { formatMoment } from '../../../lib/format/dates.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import styles from './backups.module.css'

type Restore = NonNullable<http.Backups['restore']>

function progressText({ state, photos, brought, backup_at: at }: Restore): string {
  const from = `the backup of ${formatMoment(at)}`
  if (state === 'failed') return `The restore from ${from} failed.`
  if (state === 'done')
    return brought > 0
      ? `${counted(brought, 'photo')} restored from ${from}.`
      : `Nothing was missing compared with ${from}.`
  if (!photos) return `Looking for missing items in ${from}…`
  return `${brought.toLocaleString()} of ${counted(photos, 'photo')} restored from ${from}.`
}

/** Progress or result of the last restore. */
export function RestoreProgress({ restore }: { restore: Restore }) {
  const { state, photos, brought, problem } = restore
  const isGoing = state === 'waiting' || state === 'running'
  return (
    <SettingsBlock>
      <div aria-live="polite" className={styles['progress']}>
        <p className={styles['note']}>{progressText(restore)}</p>
        {isGoing && <ProgressBar name="Restoring" value={photos ? (brought / photos) * 100 : 0} />}
        {problem && <Notice tone={state === 'failed' ? 'danger' : 'warning'}>{problem}</Notice>}
      </div>
    </SettingsBlock>
  )
}
