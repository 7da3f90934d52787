import { useState } from 'react'
import { localDay } from '../../../domain/shares/share-choice.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { SectionProps } from './section.ts'

function PasswordField({ draft, set, share }: SectionProps) {
  const hasPassword = share?.has_password ?? false
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

/** Who may come in, and until when. */
export function AccessFields(props: SectionProps) {
  const { draft, set } = props
  const [today] = useState(() => localDay(new Date().toISOString()))
  return (
    <>
      <TextField
        label="Expires on"
        type="date"
        min={today}
        hint="Leave empty for a link that never expires."
        value={draft.expiresOn}
        onChange={event => set({ expiresOn: event.target.value })}
      />
      <PasswordField {...props} />
    </>
  )
}
