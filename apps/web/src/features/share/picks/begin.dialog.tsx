import { MAX_EMAIL, PICKS } from '@daymark/contracts'
import { useId, useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import type { PickStore } from './list/pick-store.ts'
import styles from './begin.module.css'

/** Who she is, so that the photographer knows whose list it is; no account. */
export function BeginDialog({ store }: { store: PickStore }) {
  const id = useId()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setError(await store.begin(name.trim(), email.trim()))
    setIsBusy(false)
  }
  const actions = (
    <>
      <Button look="quiet" onClick={store.dismiss}>
        Cancel
      </Button>
      <Button type="submit" form={id} look="primary" disabled={isBusy}>
        Start Choosing
      </Button>
    </>
  )
  return (
    <Modal title="Whose list is it?" onClose={store.dismiss} actions={actions}>
      <form id={id} aria-label="Your list" className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <p className={styles['about']}>The photographer sees your name beside the photos that you choose.</p>
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
          label="E-mail (if you like)"
          hint="The photographer sees it and may write to you."
          autoComplete="email"
          maxLength={MAX_EMAIL}
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
        {error && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </form>
    </Modal>
  )
}
