import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Link } from '../../lib/router.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { ShareLinkDialog } from '../share-links/edit/share-link.dialog.tsx'
import { SendActions } from '../share-links/row/share-row.tsx'
import styles from './share-selection.module.css'

/** Shows the new link with its actions. */
function LinkReadyDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const actions = (
    <>
      <Link
        to={`/shares/selections/${share.album_id}`}
        className={buttonClass({ appearance: 'plain' })}
        onClick={onClose}
      >
        Manage Links
      </Link>
      <Button appearance="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
  return (
    <Modal title="Your link is ready" onClose={onClose} actions={actions}>
      <div className={styles['created-link']}>
        <p className="text-3 strong">{share.album_title}</p>
        <a href={share.url} target="_blank" rel="noopener" className={styles['url']}>
          {share.url.replace(/^https?:\/\//, '')}
        </a>
        <SendActions share={share} isNew />
      </div>
    </Modal>
  )
}

/** Creates a link for selected photos and shows it. */
export function ShareSelectionDialog(props: { photoIds: string[]; onClose: (isCreated: boolean) => void }) {
  const { photoIds, onClose } = props
  const [share, setShare] = useState<http.Share | null>(null)
  if (share) return <LinkReadyDialog share={share} onClose={() => onClose(true)} />
  return <ShareLinkDialog target={{ image_ids: photoIds }} onSaved={setShare} onClose={() => onClose(false)} />
}
