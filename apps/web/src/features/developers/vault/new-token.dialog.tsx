import type { Scope } from '@daymark/contracts'
import { useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { createToken, LIFETIMES, OFFERED, type Wanted } from './vault.actions.ts'
import styles from './vault.module.css'

/** S-VAULT-03, with its defaults. */
const USUAL: Wanted = { name: '', ttl: '7d', scopes: ['read'] }

export function NewTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const form = useId()
  const [wanted, setWanted] = useState(USUAL)
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')
  const create = async () => {
    setState('busy')
    const made = await createToken(wanted)
    if (made) onMade(made.token)
    else setState('failed')
  }
  const toggle = (scope: Scope, isOn: boolean) =>
    setWanted({ ...wanted, scopes: [...wanted.scopes.filter(one => one !== scope), ...(isOn ? [scope] : [])] })
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" disabled={state === 'busy' || wanted.scopes.length === 0}>
        Create Token
      </Button>
    </>
  )
  return (
    <Modal title="New Token" onClose={onClose} actions={actions}>
      <form
        id={form}
        className={styles['form']}
        onSubmit={event => {
          event.preventDefault()
          void create()
        }}
      >
        {state === 'failed' && <FailureNote text="Failed to create token" />}
        <TextField
          label="Name (optional)"
          data-autofocus
          autoComplete="off"
          maxLength={100}
          placeholder="What it is for"
          value={wanted.name}
          onChange={event => setWanted({ ...wanted, name: event.target.value })}
        />
        <Select label="TTL" value={wanted.ttl} onChange={event => setWanted({ ...wanted, ttl: event.target.value })}>
          {LIFETIMES.map(({ ttl, label }) => (
            <option key={ttl} value={ttl}>
              {label}
            </option>
          ))}
        </Select>
        <fieldset className={styles['scopes']}>
          <legend className={styles['legend']}>Scopes</legend>
          {OFFERED.map(({ scope, about }) => (
            <div key={scope} className={styles['offer']}>
              <Checkbox
                label={scope}
                aria-describedby={`${form}-${scope}`}
                checked={wanted.scopes.includes(scope)}
                onChange={event => toggle(scope, event.target.checked)}
              />
              <span id={`${form}-${scope}`} className={styles['about']}>
                {about}
              </span>
            </div>
          ))}
        </fieldset>
      </form>
    </Modal>
  )
}
