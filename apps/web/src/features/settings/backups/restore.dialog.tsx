import type { http } from '@daymark/contracts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { restoreBackup } from './backups.api.ts'
import styles from './backups.module.css'

export function RestoreDialog({ backup, onClose }: { backup: http.Backup; onClose: () => void }) {
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
      <ul className={styles['promises']}>
        <li>Missing photos, albums with their order, tags, titles and likes are restored.</li>
        <li>Existing items do not change, even if you edited them since.</li>
        <li>Deleted links are restored as revoked. They open again when you reinstate them.</li>
      </ul>
      <p className={styles['note']}>The restore runs in the background. You can close this page.</p>
    </FormDialog>
  )
}
