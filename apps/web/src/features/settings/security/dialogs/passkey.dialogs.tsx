import { MAX_PASSKEY_NAME_LENGTH, type http } from '@daymark/contracts'
import { useState } from 'react'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import { addPasskey, removePasskey, renamePasskey, guessDeviceName } from '../security.api.ts'
import { ProofDialog } from './proof.dialog.tsx'

type Props = { onClose: () => void }

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <TextField
      label="Name"
      hint="Helps you tell several passkeys apart."
      data-autofocus
      required
      maxLength={MAX_PASSKEY_NAME_LENGTH}
      value={name}
      onChange={event => onName(event.target.value)}
    />
  )
}

export function AddPasskeyDialog({ asksCode, onClose }: Props & { asksCode: boolean }) {
  const [name, setName] = useState(() => guessDeviceName(navigator.userAgent))
  return (
    <ProofDialog
      title="Add a passkey"
      text="Your browser asks where to store it: on this device, in a password manager or on a security key."
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
      text={`You can no longer sign in with “${passkey.name}”, and you are signed out everywhere else. Your password does not change.`}
      submit="Remove"
      isDanger
      onProof={proof => removePasskey(passkey, proof)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: Props & { passkey: http.Passkey }) {
  const [name, setName] = useState(passkey.name)
  const save = async () => {
    const outcome = await renamePasskey(passkey, name.trim())
    return 'done' in outcome ? null : outcome.refusal
  }
  return (
    <FormDialog title="Rename passkey" submit="Save" isReady={name.trim() !== ''} onSubmit={save} onClose={onClose}>
      <NameField name={name} onName={setName} />
    </FormDialog>
  )
}
