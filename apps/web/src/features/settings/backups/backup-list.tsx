import { formatBytes, type http } from '@daymark/contracts'
import { lazy, Suspense, useState } from 'react'
import { counted } from '../../../lib/format/counted.ts'
import { formatMoment } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import styles from './backups.module.css'

const RestoreDialog = lazy(async () => ({ default: (await import('./restore.dialog.tsx')).RestoreDialog }))
const SHOWN = 5

/** Newest first; each row has its content and a restore button. */
export function BackupList({ backups, isBusy }: { backups: readonly http.Backup[]; isBusy: boolean }) {
  const [isAll, setAll] = useState(false)
  const [chosen, setChosen] = useState<http.Backup | null>(null)
  const shown = isAll ? backups : backups.slice(0, SHOWN)
  return (
    <SettingsBlock>
      <ul aria-label="Backups" className={styles['list']}>
        {shown.map(backup => (
          <li key={backup.id} className={styles['backup']}>
            <span className={styles['words']}>
              <strong>{formatMoment(backup.at)}</strong>
              <span className={styles['note']}>
                {counted(backup.photos, 'photo')}, {formatBytes(backup.bytes)}
                {backup.offsite && ', elsewhere'}
              </span>
            </span>
            <Button disabled={isBusy} onClick={() => setChosen(backup)}>
              Restore…<span className="visually-hidden"> from {formatMoment(backup.at)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!isAll && backups.length > SHOWN && <Button onClick={() => setAll(true)}>Show all {backups.length}</Button>}
      {chosen && (
        <Suspense>
          <RestoreDialog backup={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </SettingsBlock>
  )
}
