import { MAX_PASSKEY_NAME, type http } from '@daymark/contracts'
import { useId, useState, type SubmitEvent } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { thisDevice } from '../this-device.ts'
import { addPasskey, removePasskey, renamePasskey } from '../security.actions.ts'
import styles from '../security.module.css'
import { ProofDialog } from './proof.dialog.tsx'

type Props = { onClose: () => void }

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <TextField
      label="Name"
      hint="To know it by when you have several."
      data-autofocus
      required
      maxLength={MAX_PASSKEY_NAME}
      value={name}
      onChange={event => onName(event.target.value)}
    />
  )
}

export function AddPasskeyDialog({ asksCode, onClose }: Props & { asksCode: boolean }) {
  const [name, setName] = useState(() => thisDevice(navigator.userAgent))
  return (
    <ProofDialog
      title="Add a passkey"
      text="Your browser asks where to keep it: on this device, in a password manager or on a security key."
      submit="Continue"
      asksCode={asksCode}
      isReady={name.trim() !== ''}
      onProof={proof => addPasskey(proof, name.trim())}
      onDone={onClose}
      onClose={onClose}
    >
      <NameField name={name} onName={setName} />
    </ProofDialog>
  )
}

export function RemovePasskeyDialog({ passkey, onClose }: Props & { passkey: http.Passkey }) {
  return (
    <ProofDialog
      title="Remove passkey"
      text={`'${passkey.name}' signs nobody in any more, and you are signed out everywhere else. Your password stays.`}
      submit="Remove"
      isDanger
      onProof={proof => removePasskey(passkey, proof)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: Props & { passkey: http.Passkey }) {
  const id = useId()
  const [name, setName] = useState(passkey.name)
  const [failure, setFailure] = useState<string | null>(null)
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const outcome = await renamePasskey(passkey, name.trim())
    if ('done' in outcome) onClose()
    else setFailure(outcome.refusal)
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} look="primary" disabled={name.trim() === ''}>
        Save
      </Button>
    </>
  )
  return (
    <Modal title="Rename passkey" onClose={onClose} actions={actions}>
      <form id={id} className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <NameField name={name} onName={setName} />
        {failure && <FailureNote text={failure} />}
      </form>
    </Modal>
  )
}
