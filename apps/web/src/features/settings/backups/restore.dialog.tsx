import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { counted } from '../../../lib/format/counted.ts'
import { formatMoment } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { bringBack } from './backups.actions.ts'
import styles from './backups.module.css'

export function RestoreDialog({ backup, onClose }: { backup: http.Backup; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const begin = async () => {
    setBusy(true)
    const failure = await bringBack(backup.id)
    setBusy(false)
    if (failure) setError(failure)
    else onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={isBusy} onClick={() => void begin()}>
        {isBusy ? 'Beginning…' : 'Bring Back'}
      </Button>
    </>
  )
  return (
    <Modal title="Bring back what is missing" onClose={onClose} actions={actions}>
      <div className={styles['progress']}>
        <p>
          From the backup of {formatMoment(backup.at)} with {counted(backup.photos, 'photo')}.
        </p>
        <ul className={styles['promises']}>
          <li>Photos, albums with their order, tags, titles and likes that you no longer have come back.</li>
          <li>What you have stays as it is, also where you changed it since.</li>
          <li>Links that you deleted come back revoked: nobody can open them until you reinstate them.</li>
        </ul>
        <p className={styles['note']}>It goes on in the background; you can close this page.</p>
        {error && <Notice tone="danger">{error}</Notice>}
      </div>
    </Modal>
  )
}
