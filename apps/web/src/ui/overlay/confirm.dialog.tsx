import { Button } from '../buttons/button.tsx'
import { Modal } from './modal.tsx'
import type { Confirmation } from './overlay-store.ts'

type Props = Confirmation & { onConfirm: () => void; onClose: () => void }

/** The dialog of `confirmAction`. If the action is destructive, the Cancel button has the focus. */
export function ConfirmDialog({ title, text, action, cancel = 'Cancel', isDanger, onConfirm, onClose }: Props) {
  const actions = (
    <>
      <Button data-autofocus={isDanger || undefined} onClick={onClose}>
        {cancel}
      </Button>
      <Button look={isDanger ? 'danger' : 'primary'} data-autofocus={!isDanger || undefined} onClick={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Modal>
  )
}
