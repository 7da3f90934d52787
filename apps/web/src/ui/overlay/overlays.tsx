import { useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { Button } from '../buttons/button.tsx'
import { Toasts } from '../feedback/toasts.tsx'
import { Modal } from './modal.tsx'
import { type Confirmation, overlays } from './overlay-store.ts'

type Props = Confirmation & { onConfirm: () => void; onClose: () => void }

/** The dialog of `confirmAction`. For a destructive action, the Cancel button has the focus. */
export function ConfirmDialog({ title, text, action, cancel = 'Cancel', isDanger, onConfirm, onClose }: Props) {
  const actions = (
    <>
      <Button data-autofocus={isDanger || undefined} onClick={onClose}>
        {cancel}
      </Button>
      <Button appearance={isDanger ? 'danger' : 'primary'} data-autofocus={!isDanger || undefined} onClick={onConfirm}>
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

/** The components behind OverlayHost, loaded with the first toast or confirmation dialog. */
export function Overlays() {
  const { toasts, openConfirmation } = useStore(overlays)
  // Clears the overlays on unmount, because tests mount the application several times and must not see overlays of an
  // earlier mount.
  useEffect(() => () => overlays.set({ toasts: [], openConfirmation: null }), [])
  return (
    <>
      <Toasts toasts={toasts} />
      {openConfirmation && (
        <ConfirmDialog
          {...openConfirmation}
          onConfirm={() => openConfirmation.respond(true)}
          onClose={() => openConfirmation.respond(false)}
        />
      )}
    </>
  )
}
