import { formatBytes, type http } from '@daymark/contracts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import type { Decide } from './received.actions.ts'
import styles from './received.module.css'

type Props = { image: http.ReceivedImage; decide: Decide; onClose: () => void }

/** One photo as large as it fits, with the decision buttons. */
export function LargePhoto({ image, decide, onClose }: Props) {
  const { id, filename, url, width, height, size, sent_by: name, received_at: at } = image
  const which = { image_ids: [id] }
  const after = (work: () => void) => () => {
    onClose()
    work()
  }
  const actions = (
    <>
      <Button look="danger" disabled={decide.isBusy} onClick={after(() => decide.onRefuse(which, 1))}>
        Decline
      </Button>
      <Button look="primary" disabled={decide.isBusy} onClick={after(() => decide.onAccept(which))}>
        Approve
      </Button>
    </>
  )
  return (
    <Modal title={filename} size="wide" onClose={onClose} actions={actions}>
      {url && (
        <img
          src={url}
          alt={filename}
          width={width ?? undefined}
          height={height ?? undefined}
          className={styles['large']}
        />
      )}
      <p className={styles['facts']}>
        From {name}, {formatDateTime(at)} · {formatBytes(size)}
      </p>
    </Modal>
  )
}
