import { MAX_EMAIL, PICKS } from '@daymark/contracts'
import { useState } from 'react'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import type { PickStore } from './list/pick-store.ts'
import styles from './begin.module.css'

/** Asks for the visitor's name, so that the photographer can identify the list. No account is needed. */
export function BeginDialog({ store }: { store: PickStore }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  return (
    <FormDialog
      title="Who is choosing?"
      submit="Start Choosing"
      onSubmit={() => store.begin(name.trim(), email.trim())}
      onClose={store.dismiss}
    >
      <p className={styles['about']}>The photographer sees your name with the photos you choose.</p>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={PICKS.name}
        required
        pattern=".*\S.*"
        data-autofocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        type="email"
        label="Email (optional)"
        hint="The photographer sees it and may write to you."
        autoComplete="email"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </FormDialog>
  )
}
