import type { Scope } from '@daymark/contracts'
import { useId, useState } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { createToken, LIFETIMES, OFFERED, type Wanted } from './vault.actions.ts'
import styles from './vault.module.css'

/** S-VAULT-03, with its defaults. */
const DEFAULTS: Wanted = { name: '', ttl: '7d', scopes: ['read'] }

export function NewTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const form = useId()
  const [wanted, setWanted] = useState(DEFAULTS)
  const create = async () => {
    const made = await createToken(wanted)
    if (!made) return 'Failed to create token'
    onMade(made.token)
    return null
  }
  const toggle = (scope: Scope, isOn: boolean) =>
    setWanted({ ...wanted, scopes: [...wanted.scopes.filter(one => one !== scope), ...(isOn ? [scope] : [])] })
  return (
    <FormDialog
      title="New Token"
      submit="Create Token"
      isReady={wanted.scopes.length > 0}
      onSubmit={create}
      // `onMade` shows the token.
      onDone={() => undefined}
      onClose={onClose}
    >
      <TextField
        label="Name (optional)"
        data-autofocus
        autoComplete="off"
        maxLength={100}
        placeholder="For example: website sync"
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
    </FormDialog>
  )
}
