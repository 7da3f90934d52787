import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import { saveDomain } from './domain.actions.ts'
import styles from './domain.module.css'

export function DomainForm() {
  const [host, setHost] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!host.trim() || isBusy) return
    setIsBusy(true)
    setError(await saveDomain(host.trim()))
    setIsBusy(false)
  }
  return (
    <SettingsBlock>
      <form className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <TextField
          label="Your domain"
          placeholder="photos.example.com"
          hint="A domain or subdomain that you own. Two DNS records prove that it is yours."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          value={host}
          error={error}
          onChange={event => setHost(event.target.value)}
        />
        <Button type="submit" look="primary" disabled={!host.trim() || isBusy}>
          Add Domain
        </Button>
      </form>
    </SettingsBlock>
  )
}
