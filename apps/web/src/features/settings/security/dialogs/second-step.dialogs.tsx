import { useState } from 'react'
import { endSecondStep, renewRecoveryCodes } from '../security.actions.ts'
import { ProofDialog } from './proof.dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'

type Props = { onClose: () => void }

export function TurnOffDialog({ onClose }: Props) {
  return (
    <ProofDialog
      title="Turn off two-step sign-in"
      text="Your password alone opens your account then. The recovery codes are over."
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
      text="You get ten new ones. Those that you have now no longer work."
      submit="Make New Codes"
      asksCode
      onProof={renewRecoveryCodes}
      onDone={setCodes}
      onClose={onClose}
    />
  )
}
