import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import styles from './trash.module.css'

/** Names what goes; `work` answers why it did not, or null. */
export function ConfirmDialog(props: {
  title: string
  text: string
  action: string
  work: () => Promise<string | null>
  onDone: () => void
  onClose: () => void
}) {
  const { title, text, action, work, onDone, onClose } = props
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onConfirm = async () => {
    setIsBusy(true)
    const answer = await work()
    setIsBusy(false)
    if (answer === null) onDone()
    else setFailure(answer)
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" disabled={isBusy} onClick={() => void onConfirm()}>
        {action}
      </Button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      <p>{text}</p>
      {failure && (
        <p role="alert" className={styles['failure']}>
          {failure}
        </p>
      )}
    </Modal>
  )
}
