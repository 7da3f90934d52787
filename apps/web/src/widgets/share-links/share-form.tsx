import type { http } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox, Switch } from '../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../ui/fields/text-field.tsx'
import { choiceOf, draftOf, localDay, type ShareDraft } from '../../domain/shares/share-choice.ts'
import styles from './share-form.module.css'
import { saveShare } from '../../domain/shares/share.actions.ts'
import { WatermarkChoice } from './watermark-choice.tsx'

type Set = (change: Partial<ShareDraft>) => void

function PasswordField({ draft, set, hasPassword }: { draft: ShareDraft; set: Set; hasPassword: boolean }) {
  return (
    <div>
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        placeholder={hasPassword ? 'Unchanged' : 'None'}
        value={draft.password}
        maxLength={200}
        disabled={draft.removePassword}
        onChange={event => set({ password: event.target.value })}
      />
      {hasPassword && (
        <Checkbox
          label="Remove the password"
          checked={draft.removePassword}
          onChange={event => set({ removePassword: event.target.checked })}
        />
      )}
    </div>
  )
}

function Fields({ draft, set, share }: { draft: ShareDraft; set: Set; share: http.Share | undefined }) {
  const [today] = useState(() => localDay(new Date().toISOString()))
  return (
    <div className={styles['fields']}>
      <TextField
        label="Expires on"
        type="date"
        min={today}
        hint="Leave empty for a link that never expires."
        value={draft.expiresOn}
        onChange={event => set({ expiresOn: event.target.value })}
      />
      <Select label="Theme" value={draft.theme} onChange={event => set({ theme: event.target.value as http.Theme })}>
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </Select>
      <PasswordField draft={draft} set={set} hasPassword={share?.has_password ?? false} />
      <div className={styles['switches']}>
        <Switch
          label="Allow downloads"
          checked={draft.allowDownloads}
          onChange={event => set({ allowDownloads: event.target.checked })}
        />
        <Switch
          label="Show titles"
          checked={draft.showTitles}
          onChange={event => set({ showTitles: event.target.checked })}
        />
        <WatermarkChoice
          isOn={draft.watermark ?? share?.watermark ?? false}
          onChange={watermark => set({ watermark })}
        />
      </div>
    </div>
  )
}

type Props = {
  at: { album_id: string } | { share: http.Share }
  onSaved: (share: http.Share) => void
  onCancel: () => void
}

/** S-PANEL-09: makes a link, or changes one. */
export function ShareForm({ at, onSaved, onCancel }: Props) {
  const share = 'share' in at ? at.share : undefined
  const [draft, setDraft] = useState(() => draftOf(share))
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsSaving(true)
    setError(null)
    const saved = await saveShare(at, choiceOf(draft))
    setIsSaving(false)
    if (typeof saved === 'string') setError(saved)
    else onSaved(saved)
  }
  return (
    <form
      aria-label={share ? 'Edit share link' : 'New share link'}
      className={styles['form']}
      onSubmit={event => void onSubmit(event)}
    >
      <Fields draft={draft} set={change => setDraft({ ...draft, ...change })} share={share} />
      {error && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isSaving}>
          {share ? 'Save Link' : 'Create Link'}
        </Button>
      </div>
    </form>
  )
}
