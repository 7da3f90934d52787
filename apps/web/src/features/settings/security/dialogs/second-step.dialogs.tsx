import { useState } from 'react'
import { endSecondStep, renewRecoveryCodes } from '../security.actions.ts'
import { ProofDialog } from './proof.dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'

type Props = { onClose: () => void }

export function TurnOffDialog({ onClose }: Props) {
  return (
    <ProofDialog
      title="Turn off two-step sign-in"
      text="You will sign in with your password alone, and your recovery codes stop working."
      submit="Turn Off"
      isDanger
      asksCode
      onProof={endSecondStep}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

export function NewCodesDialog({ onClose }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <ProofDialog
      title="New recovery codes"
      text="You get ten new codes. Your current codes stop working."
      submit="Make New Codes"
      asksCode
      onProof={renewRecoveryCodes}
      onDone={setCodes}
      onClose={onClose}
    />
  )
}
