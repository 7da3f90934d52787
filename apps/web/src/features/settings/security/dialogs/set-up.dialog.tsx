import type { http } from '@daymark/contracts'
import { useId, useMemo, useState, type SubmitEvent } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { QrCode } from '../../../../ui/qr/qr-code.tsx'
import { modulesOf } from '../../../../ui/qr/qr.ts'
import { beginSecondStep, confirmSecondStep } from '../security.actions.ts'
import styles from '../security.module.css'
import { ProofDialog } from './proof.dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'

type Props = { onClose: () => void }

/** Password, then the key for the app with its first code, then the recovery codes. */
export function SetUpDialog({ onClose }: Props) {
  const [setup, setSetup] = useState<http.SecondStepSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (setup) return <KeyDialog setup={setup} onConfirmed={setCodes} onClose={onClose} />
  return (
    <ProofDialog
      title="Turn on two-step sign-in"
      text="From then on a code of an app on your phone is asked for after your password. You are signed out everywhere else."
      submit="Continue"
      onProof={beginSecondStep}
      onDone={setSetup}
      onClose={onClose}
    />
  )
}

/** In groups of four, as it is typed. */
const inGroups = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

type KeyProps = Props & { setup: http.SecondStepSetup; onConfirmed: (codes: string[]) => void }

function KeyDialog({ setup, onConfirmed, onClose }: KeyProps) {
  const id = useId()
  const modules = useMemo(() => modulesOf(setup.uri), [setup.uri])
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!code || isBusy) return
    setBusy(true)
    setFailure(null)
    const outcome = await confirmSecondStep(setup.challenge, code)
    setBusy(false)
    if ('done' in outcome) return onConfirmed(outcome.done)
    setFailure(outcome.refusal)
    setCode('')
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} look="primary" disabled={isBusy || !code}>
        Turn On
      </Button>
    </>
  )
  return (
    <Modal title="Turn on two-step sign-in" onClose={onClose} actions={actions}>
      <form id={id} className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <p className={styles['text']}>Scan this with an authenticator app, such as the one of your password manager.</p>
        <div className={styles['key']}>
          <QrCode modules={modules} label="QR code for an authenticator app" />
          <p>
            Or type this key: <code>{inGroups(setup.key)}</code>
          </p>
        </div>
        <TextField
          label="Code"
          hint="The six digits that the app shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          maxLength={10}
          value={code}
          onChange={event => setCode(event.target.value)}
        />
        {failure && <FailureNote text={failure} />}
      </form>
    </Modal>
  )
}
