import { type http, MAX_PASSWORD_LENGTH, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import { useState } from 'react'
import { toLocalDay } from '../../domain/shares/share-input.ts'
import { Checkbox, Switch } from '../../ui/fields/checkbox.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Select, TextArea, TextField } from '../../ui/fields/text-field.tsx'
import styles from './upload-links.module.css'

type FieldProps = { draft: LinkDraft; updateDraft: (change: Partial<LinkDraft>) => void }

/** The fields for the texts that guests read. */
const GuestTextFields = ({ draft, updateDraft }: FieldProps) => (
  <>
    <TextField
      label="Page title"
      hint="Shown at the top of the page, for example “Your photos of our wedding”."
      maxLength={UPLOAD_LINK_LIMITS.title}
      required
      pattern=".*\S.*"
      data-autofocus
      value={draft.title}
      onChange={event => updateDraft({ title: event.target.value })}
    />
    <TextArea
      label="Greeting (optional)"
      rows={2}
      maxLength={UPLOAD_LINK_LIMITS.greeting}
      value={draft.greeting}
      onChange={event => updateDraft({ greeting: event.target.value })}
    />
  </>
)

function AccessFields({ draft, updateDraft, link }: FieldProps & { link: http.UploadLink | undefined }) {
  const [today] = useState(() => toLocalDay(new Date().toISOString()))
  return (
    <>
      <TextField
        label="Expires on"
        type="date"
        min={today}
        hint="Leave empty for a link that never expires."
        value={draft.expiresOn}
        onChange={event => updateDraft({ expiresOn: event.target.value })}
      />
      <PasswordField
        label={link?.has_password ? 'New password' : 'Password'}
        autoComplete="new-password"
        placeholder={link?.has_password ? 'Unchanged' : 'None'}
        maxLength={MAX_PASSWORD_LENGTH}
        value={draft.password}
        onChange={event => updateDraft({ password: event.target.value })}
      />
      {link?.has_password && (
        <Checkbox
          label="Remove the password"
          checked={draft.removePassword}
          onChange={event => updateDraft({ removePassword: event.target.checked })}
        />
      )}
    </>
  )
}

const LimitFields = ({ draft, updateDraft }: FieldProps) => (
  <div className={styles['limit-fields']}>
    <TextField
      label="Photos in total"
      type="number"
      min={1}
      max={UPLOAD_LINK_LIMITS.max}
      required
      value={draft.photos}
      onChange={event => updateDraft({ photos: event.target.value })}
    />
    <TextField
      label="Photos per guest"
      type="number"
      min={1}
      max={UPLOAD_LINK_LIMITS.maxPerGuest}
      required
      value={draft.perGuest}
      onChange={event => updateDraft({ perGuest: event.target.value })}
    />
  </div>
)

type Props = FieldProps & { link: http.UploadLink | undefined; sections: readonly http.Section[] }

/** The fields of the upload link form. */
export function UploadLinkFields({ draft, link, sections, updateDraft }: Props) {
  return (
    <>
      <GuestTextFields draft={draft} updateDraft={updateDraft} />
      <Switch
        label="Require my approval before photos are added"
        checked={draft.approve}
        onChange={event => updateDraft({ approve: event.target.checked })}
      />
      {sections.length > 0 && (
        <Select
          label="Add photos to"
          value={draft.section}
          onChange={event => updateDraft({ section: event.target.value })}
          options={sections.map(({ id: section, name }) => [section, name])}
        >
          <option value="">The end of the album</option>
        </Select>
      )}
      <AccessFields draft={draft} updateDraft={updateDraft} link={link} />
      <LimitFields draft={draft} updateDraft={updateDraft} />
      <p className="muted">Guest photos count towards your storage, even before you approve them.</p>
    </>
  )
}

/** The values of the upload link form. An empty date means never. An empty password means no change of the password. */
export type LinkDraft = {
  title: string
  greeting: string
  approve: boolean
  section: string
  photos: string
  perGuest: string
  expiresOn: string
  password: string
  removePassword: boolean
}

const NEW_LINK: LinkDraft = {
  title: '',
  greeting: '',
  approve: true,
  section: '',
  expiresOn: '',
  password: '',
  removePassword: false,
  photos: String(UPLOAD_LINK_LIMITS.default),
  perGuest: String(UPLOAD_LINK_LIMITS.defaultPerGuest),
}

export function toLinkDraft(link: http.UploadLink | undefined): LinkDraft {
  if (!link) return NEW_LINK
  const { title, greeting, approve, section_id: section, expires_at: expires } = link
  return {
    ...NEW_LINK,
    title,
    greeting,
    approve,
    section: section ?? '',
    photos: String(link.max_photos),
    perGuest: String(link.max_photos_per_guest),
    expiresOn: expires ? toLocalDay(expires) : '',
  }
}
