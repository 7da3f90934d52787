import { MAX_DISPLAY_NAME } from '@daymark/contracts'
import { useState, type SubmitEvent } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { SettingsRow } from '../frame/settings-row.tsx'
import { updateProfile } from './profile.actions.ts'
import styles from './profile.module.css'

export function DisplayName({ name }: { name: string }) {
  const { refresh } = useSession()
  const [draft, setDraft] = useState(name)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = await updateProfile({ display_name: draft })
    setBusy(false)
    if (typeof answer === 'string') return setFailure(answer)
    setFailure(null)
    setDraft(answer.display_name ?? '')
    showToast('Name saved.')
    await refresh()
  }

  return (
    <SettingsRow wide label="Display name" hint="Shown to visitors of your galleries, unless a link hides it.">
      <form className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <TextField
          label="Display name"
          hideLabel
          className={styles['grow']}
          autoComplete="name"
          placeholder="No name"
          maxLength={MAX_DISPLAY_NAME}
          error={failure}
          value={draft}
          onChange={event => setDraft(event.target.value)}
        />
        <Button type="submit" disabled={isBusy || draft.trim() === name}>
          Save
        </Button>
      </form>
    </SettingsRow>
  )
}
