import { useState } from 'react'
import { localDay } from '../../../domain/shares/share-choice.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ListedField } from './listed-field.tsx'
import { PasswordFields } from './password-fields.tsx'
import type { SectionProps } from './section.ts'

/** Who may open the link, and until when. */
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
      <PasswordFields {...props} />
      <Switch
        label="Search engines may list it"
        checked={draft.allowIndexing}
        onChange={event => set({ allowIndexing: event.target.checked })}
      />
      <ListedField {...props} />
    </>
  )
}
