import { type http, MAX_PASSKEY_NAME_LENGTH } from '@daymark/contracts'
import { useMemo, useState } from 'react'
import { saveFile } from '../../../../lib/copy-and-save.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { copyWithToast } from '../../../../ui/feedback/copy.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { encodeQrModules, QrCode } from '../../../../ui/qr/qr-code.tsx'
import {
  addPasskey,
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  guessDeviceName,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '../security.api.ts'
import styles from '../security.module.css'
import { ProofDialog } from './proof.dialog.tsx'

type DialogProps = { onClose: () => void }

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

function AddPasskeyDialog({ requiresCode, onClose }: DialogProps & { requiresCode: boolean }) {
  const [name, setName] = useState(() => guessDeviceName(navigator.userAgent))
  return (
    <ProofDialog
      title="Add a passkey"
      text="Your browser asks where to store the passkey: on this device, in a password manager or on a security key."
      submit="Continue"
      requiresCode={requiresCode}
      isReady={name.trim() !== ''}
      onProof={proof => addPasskey(proof, name.trim())}
      onDone={onClose}
      onClose={onClose}
    >
      <NameField name={name} onName={setName} />
    </ProofDialog>
  )
}

function RemovePasskeyDialog({ passkey, onClose }: DialogProps & { passkey: http.Passkey }) {
  return (
    <ProofDialog
      title="Remove passkey"
      text={`You will no longer be able to sign in with “${passkey.name}”, and you will be signed out everywhere else. Your password does not change.`}
      submit="Remove"
      isDanger
      onProof={proof => removePasskey(passkey, proof)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function RenamePasskeyDialog({ passkey, onClose }: DialogProps & { passkey: http.Passkey }) {
  const [name, setName] = useState(passkey.name)
  const save = async () => {
    const outcome = await renamePasskey(passkey, name.trim())
    return 'value' in outcome ? null : outcome.failure
  }
  return (
    <FormDialog title="Rename passkey" submit="Save" isReady={name.trim() !== ''} onSubmit={save} onClose={onClose}>
      <NameField name={name} onName={setName} />
    </FormDialog>
  )
}

/** The dialog that is open, with the data it needs. */
export type OpenDialog =
  | { type: 'set-up' | 'turn-off' | 'codes' }
  | { type: 'add'; requiresCode: boolean }
  | { type: 'rename' | 'remove'; passkey: http.Passkey }

/** The dialogs of the section, which are loaded together on first use. */
export function SecurityDialog({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  switch (open.type) {
    case 'set-up':
      return <SetUpDialog onClose={onClose} />
    case 'turn-off':
      return <TurnOffDialog onClose={onClose} />
    case 'codes':
      return <NewCodesDialog onClose={onClose} />
    case 'add':
      return <AddPasskeyDialog requiresCode={open.requiresCode} onClose={onClose} />
    case 'rename':
      return <RenamePasskeyDialog passkey={open.passkey} onClose={onClose} />
    case 'remove':
      return <RemovePasskeyDialog passkey={open.passkey} onClose={onClose} />
  }
}

const createCodesFile = (codes: string[]) =>
  `Recovery codes for Daymark (${window.location.host})\nEach code signs you in once, after your password.\n\n${codes.join('\n')}\n`

/** Shows new recovery codes once, because the server stores only their digests. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = () => copyWithToast(codes.join('\n'), 'Codes copied!')
  const save = () => saveFile(new File([createCodesFile(codes)], 'daymark-recovery-codes.txt', { type: 'text/plain' }))
  const actions = (
    <>
      <Button onClick={() => void copy()}>Copy</Button>
      <Button onClick={save}>Download</Button>
      <Button appearance="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
  return (
    <Modal title="Recovery codes" onClose={onClose} actions={actions} hideClose>
      <div className="stack-4 shrinkable">
        <p className="muted">
          Store these where you can find them without your phone. Each code signs you in once, after your password. They
          are not shown again.
        </p>
        <ul className={styles['codes']} aria-label="Recovery codes">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}

type Props = { onClose: () => void }

function TurnOffDialog({ onClose }: Props) {
  return (
    <ProofDialog
      title="Turn off two-step sign-in"
      text="You will sign in with your password alone, and your recovery codes will stop working."
      submit="Turn Off"
      isDanger
      requiresCode
      onProof={endSecondStep}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function NewCodesDialog({ onClose }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <ProofDialog
      title="New recovery codes"
      text="You will get ten new codes. Your current codes will stop working."
      submit="Create New Codes"
      requiresCode
      onProof={renewRecoveryCodes}
      onDone={setCodes}
      onClose={onClose}
    />
  )
}

type SetUpDialogProps = { onClose: () => void }

/**
 * Turns on two-step sign-in in three steps: asks for the password, shows the key and asks for a first code, and shows
 * the recovery codes.
 */
function SetUpDialog({ onClose }: SetUpDialogProps) {
  const [setup, setSetup] = useState<http.SecondStepSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (setup) return <AuthenticatorKeyDialog setup={setup} onConfirmed={setCodes} onClose={onClose} />
  return (
    <ProofDialog
      title="Turn on two-step sign-in"
      text="After your password, you will be asked for a code from an app on your phone. You will be signed out everywhere else."
      submit="Continue"
      onProof={beginSecondStep}
      onDone={setSetup}
      onClose={onClose}
    />
  )
}

/** Splits a key into groups of four characters, which are easier to type. */
const groupByFour = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

type KeyProps = SetUpDialogProps & { setup: http.SecondStepSetup; onConfirmed: (codes: string[]) => void }

function AuthenticatorKeyDialog({ setup, onConfirmed, onClose }: KeyProps) {
  const modules = useMemo(() => encodeQrModules(setup.uri), [setup.uri])
  const [code, setCode] = useState('')
  const confirm = async () => {
    const outcome = await confirmSecondStep(setup.challenge, code)
    if ('value' in outcome) {
      onConfirmed(outcome.value)
      return null
    }
    setCode('')
    return outcome.failure
  }
  return (
    <FormDialog
      title="Turn on two-step sign-in"
      submit="Turn On"
      isReady={code !== ''}
      onSubmit={confirm}
      keepOpen
      onClose={onClose}
    >
      <p className="muted">Scan this code with an authenticator app, for example your password manager.</p>
      <div className={styles['key']}>
        <QrCode modules={modules} label="QR code for an authenticator app" />
        <p>
          Or type this key: <code>{groupByFour(setup.key)}</code>
        </p>
      </div>
      <TextField
        label="Code"
        hint="The six digits that the app shows."
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        maxLength={10}
        value={code}
        onChange={event => setCode(event.target.value)}
      />
    </FormDialog>
  )
}
