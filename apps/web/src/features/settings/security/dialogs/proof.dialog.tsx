import { useState, type ReactNode } from 'react'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import { HiddenUsername } from '../../../../widgets/new-password/new-password-fields.tsx'
import type { Outcome } from '../../../../lib/outcome.ts'
import type { Proof } from '../security.api.ts'

/**
 * Asks for the password, and with `requiresCode` for a code, before a security change. `onDone` receives the result of
 * the change.
 */
export function ProofDialog<T>(props: {
  title: string
  text: ReactNode
  submit: string
  isDanger?: boolean
  requiresCode?: boolean
  /** Further fields above the password. */
  children?: ReactNode
  isReady?: boolean
  onProof: (proof: Proof) => Promise<Outcome<T>>
  onDone: (value: T) => void
  onClose: () => void
}) {
  const {
    title,
    text,
    submit,
    isDanger,
    requiresCode = false,
    children,
    isReady = true,
    onProof,
    onDone,
    onClose,
  } = props
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const isComplete = isReady && [password, requiresCode ? code.trim() : 'none'].every(Boolean)
  const send = async () => {
    const outcome = await onProof({ password, code })
    if ('value' in outcome) {
      onDone(outcome.value)
      return null
    }
    setCode('')
    return outcome.failure
  }
  return (
    <FormDialog
      title={title}
      submit={submit}
      isDanger={isDanger}
      onClose={onClose}
      isReady={isComplete}
      onSubmit={send}
      keepOpen
    >
      <p className="muted">{text}</p>
      {children}
      <HiddenUsername />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus={!children || undefined}
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      {requiresCode && <CodeField code={code} onCode={setCode} />}
    </FormDialog>
  )
}

function CodeField({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  return (
    <TextField
      label="Code"
      hint="From your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      value={code}
      onChange={event => onCode(event.target.value)}
    />
  )
}
