import { formatBytes, type http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { useSetting } from '../frame/setting.ts'
import {
  LockedRow,
  SettingsBlock,
  SettingsFailed,
  SettingsRow,
  SettingsSection,
  SettingsSkeleton,
} from '../frame/settings-section.tsx'
import { backupsSetting, restoreBackup } from '../settings.api.ts'
import styles from './backups.module.css'
import { NewestBackup } from './newest-backup.tsx'

function RestoreDialog({ backup, onClose }: { backup: http.Backup; onClose: () => void }) {
  return (
    <FormDialog
      title="Restore missing items"
      submit="Restore"
      onSubmit={async () => (await restoreBackup(backup.id)) || null}
      onClose={onClose}
    >
      <p>
        From the backup of {formatShortDateTime(backup.at)} with {pluralize(backup.photos, 'photo')}.
      </p>
      <ul className={styles['consequences']}>
        <li>Missing photos, albums with their order, tags, titles and likes are restored.</li>
        <li>Existing items do not change, even if you edited them since.</li>
        <li>Deleted links are restored as revoked. They open again when you reinstate them.</li>
      </ul>
      <p className="muted">The restore runs in the background. You can close this page.</p>
    </FormDialog>
  )
}

/** The polling interval while a backup or restore is running. */
const POLL_MS = 3000
const isBackupOrRestoreRunning = ({ running, restore }: http.Backups): boolean =>
  running !== null || restore?.state === 'waiting' || restore?.state === 'running'

function PlanBackups({ backups }: { backups: http.Backups }) {
  if (!backups.plan)
    return (
      <LockedRow label="Backups">
        Automatic copies of your photos, albums, tags and links. Requires the Professional plan.
      </LockedRow>
    )
  if (!backups.configured)
    return (
      <SettingsRow
        label="Backups"
        hint="This installation has no backup store. Ask its operator, and keep your own copy until then."
      />
    )
  return <NewestBackup backups={backups} plan={backups.plan} />
}

function BackupsContent() {
  const { data, isFailed, refetch } = useSetting(backupsSetting)
  const isRunning = data !== undefined && isBackupOrRestoreRunning(data)
  useEffect(() => {
    const timer = isRunning ? setInterval(refetch, POLL_MS) : undefined
    return () => clearInterval(timer)
  })
  if (!data && isFailed) return <SettingsFailed text="Your backups could not be loaded." onRetry={refetch} />
  if (!data) return <SettingsSkeleton label="Loading your backups" />
  return (
    <>
      <PlanBackups backups={data} />
      {data.restore && <RestoreProgress restore={data.restore} />}
      {data.backups.length > 0 && (
        <BackupList backups={data.backups} isBusy={isBackupOrRestoreRunning({ ...data, running: null })} />
      )}
    </>
  )
}

/** rule 15: lists the backups of the account and restores missing items from them. */
export const BackupsSection = () => (
  <SettingsSection description="Copies of your whole account in a separate store, checked by reading them back.">
    <BackupsContent />
  </SettingsSection>
)

const INITIALLY_SHOWN_BACKUPS = 5

/** Lists the backups, newest first, each with a restore button. */
function BackupList({ backups, isBusy }: { backups: readonly http.Backup[]; isBusy: boolean }) {
  const [isExpanded, setExpanded] = useState(false)
  const [backupToRestore, setBackupToRestore] = useState<http.Backup | null>(null)
  const shownBackups = isExpanded ? backups : backups.slice(0, INITIALLY_SHOWN_BACKUPS)
  return (
    <SettingsBlock>
      <ul aria-label="Backups" className="stack-3">
        {shownBackups.map(backup => (
          <li key={backup.id} className={styles['backup']}>
            <span className="stack">
              <strong>{formatShortDateTime(backup.at)}</strong>
              <span className="muted">
                {pluralize(backup.photos, 'photo')}, {formatBytes(backup.bytes)}
                {backup.offsite && ', with off-site copy'}
              </span>
            </span>
            <Button disabled={isBusy} onClick={() => setBackupToRestore(backup)}>
              Restore…<span className="visually-hidden"> from {formatShortDateTime(backup.at)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!isExpanded && backups.length > INITIALLY_SHOWN_BACKUPS && (
        <Button onClick={() => setExpanded(true)}>Show all {backups.length}</Button>
      )}
      {backupToRestore && <RestoreDialog backup={backupToRestore} onClose={() => setBackupToRestore(null)} />}
    </SettingsBlock>
  )
}

type Restore = NonNullable<http.Backups['restore']>

function describeRestore({ state, photos, brought, backup_at: backupTime }: Restore): string {
  const backupName = `the backup of ${formatShortDateTime(backupTime)}`
  if (state === 'failed') return `The restore from ${backupName} failed.`
  if (state === 'done')
    return brought > 0
      ? `${pluralize(brought, 'photo')} restored from ${backupName}.`
      : `Nothing was missing compared with ${backupName}.`
  if (!photos) return `Looking for missing items in ${backupName}…`
  return `${brought.toLocaleString()} of ${pluralize(photos, 'photo')} restored from ${backupName}.`
}

/** The progress or the result of the last restore. */
function RestoreProgress({ restore }: { restore: Restore }) {
  const { state, photos, brought, problem } = restore
  const isRunning = state === 'waiting' || state === 'running'
  return (
    <SettingsBlock>
      <div aria-live="polite" className="stack-3">
        <p className="muted">{describeRestore(restore)}</p>
        {isRunning && <ProgressBar name="Restoring" value={photos ? (brought / photos) * 100 : 0} />}
        {problem && <Notice tone={state === 'failed' ? 'danger' : 'warning'}>{problem}</Notice>}
      </div>
    </SettingsBlock>
  )
}
