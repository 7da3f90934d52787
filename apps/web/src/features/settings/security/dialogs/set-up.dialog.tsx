import type { http } from '@daymark/contracts'
import { useMemo, useState } from 'react'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import { QrCode } from '../../../../ui/qr/qr-code.tsx'
import { modulesOf } from '../../../../ui/qr/qr.ts'
import { beginSecondStep, confirmSecondStep } from '../security.actions.ts'
import styles from '../security.module.css'
import { ProofDialog } from './proof.dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'

type Props = { onClose: () => void }

/** Three steps: the password, the key with a first code, the recovery codes. */
export function SetUpDialog({ onClose }: Props) {
  const [setup, setSetup] = useState<http.SecondStepSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (setup) return <KeyDialog setup={setup} onConfirmed={setCodes} onClose={onClose} />
  return (
    <ProofDialog
      title="Turn on two-step sign-in"
      text="After your password, you will be asked for a code from an app on your phone. You are signed out everywhere else."
      submit="Continue"
      onProof={beginSecondStep}
      onDone={setSetup}
      onClose={onClose}
    />
  )
}

/** In groups of four, for typing. */
const inGroups = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

type KeyProps = Props & { setup: http.SecondStepSetup; onConfirmed: (codes: string[]) => void }

function KeyDialog({ setup, onConfirmed, onClose }: KeyProps) {
  const modules = useMemo(() => modulesOf(setup.uri), [setup.uri])
  const [code, setCode] = useState('')
  const confirm = async () => {
    const outcome = await confirmSecondStep(setup.challenge, code)
    if ('done' in outcome) {
      onConfirmed(outcome.done)
      return null
    }
    setCode('')
    return outcome.refusal
  }
  return (
    <FormDialog
      title="Turn on two-step sign-in"
      submit="Turn On"
      isReady={code !== ''}
      onSubmit={confirm}
      // `onConfirmed` shows the recovery codes.
      onDone={() => undefined}
      onClose={onClose}
    >
      <p className={styles['text']}>Scan this code with an authenticator app, for example your password manager.</p>
      <div className={styles['key']}>
        <QrCode modules={modules} label="QR code for an authenticator app" />
        <p>
          Or type this key: <code>{inGroups(setup.key)}</code>
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
