import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import type { PickStore } from './list/pick-store.ts'
import type { PicksView } from './list/picks-view.ts'
import styles from './begin.module.css'

type Props = { store: PickStore; view: PicksView; onClose: () => void }

/** Asked once: what is sent cannot be changed but by the photographer. */
export function SendDialog({ store, view: { picked, isOffline, problem }, onClose }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const send = async () => {
    setIsBusy(true)
    const isSent = await store.send()
    setIsBusy(false)
    setHasFailed(!isSent)
    if (isSent) onClose()
  }
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button look="primary" disabled={isBusy} onClick={() => void send()}>
        Send List
      </Button>
    </>
  )
  const reason = isOffline ? 'There is no connection at the moment. Nothing is lost; please try again.' : problem
  return (
    <Modal title="Send your list" onClose={onClose} actions={actions}>
      <div className={styles['form']}>
        <p>
          {picked === 1 ? '1 photo goes' : `${picked} photos go`} to the photographer. Afterwards your list is closed;
          if you want to change something, ask for it to be opened again.
        </p>
        {hasFailed && reason && (
          <p role="alert" className={styles['error']}>
            {reason}
          </p>
        )}
      </div>
    </Modal>
  )
}
