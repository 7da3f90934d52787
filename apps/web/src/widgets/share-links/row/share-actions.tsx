import type { http } from '@daymark/contracts'
import { Ban, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { deleteShare, reinstateShare, revokeShare } from '../../../domain/shares/share.actions.ts'
import styles from './share-row.module.css'

/** Revokes or reinstates without a confirmation, because it can be undone. */
function Turn({ share, isBusy, run }: { share: http.Share; isBusy: boolean; run: (request: Request) => void }) {
  const [text, Icon, request] = share.revoked
    ? (['Reinstate', RotateCcw, reinstateShare] as const)
    : (['Revoke', Ban, revokeShare] as const)
  return (
    <Button
      look="quiet"
      className={styles['turn']}
      disabled={isBusy}
      icon={<Icon aria-hidden />}
      onClick={() => run(request)}
    >
      {text}
    </Button>
  )
}

type Request = (share: http.Share) => Promise<void>

/** The actions of a link, from frequent ones to deletion, which asks first. */
export function ShareActions({ share, onEdit }: { share: http.Share; onEdit: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (request: Request) => {
    setIsBusy(true)
    await request(share)
    setIsBusy(false)
  }
  const askToDelete = () => {
    if (window.confirm('Delete this share link?')) void run(deleteShare)
  }
  return (
    <div className={styles['manage']}>
      <Turn share={share} isBusy={isBusy} run={request => void run(request)} />
      <IconButton name="Edit" size="small" className={styles['icon']} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        name="Delete"
        size="small"
        disabled={isBusy}
        className={classNames(styles['icon'], styles['delete'])}
        onClick={askToDelete}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}
