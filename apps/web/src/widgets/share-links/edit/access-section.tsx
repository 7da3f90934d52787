import { MAX_PASSWORD_LENGTH, MAX_PASSWORD_HINT_LENGTH } from '@daymark/contracts'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { studioPageQuery } from '../../../domain/shares/share.queries.ts'
import { toLocalDay } from '../../../domain/shares/share-input.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { findDraftPasswordWeakness } from '../preflight/checked-draft.ts'
import styles from '../share-link.module.css'
import type { SectionProps } from './visitor-sections.tsx'

/** The fields for expiry, password, search engines and the studio page. */
export function AccessFields(props: SectionProps) {
  const { draft, updateDraft } = props
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
      <PasswordFields {...props} />
      <Switch
        label="Allow search engines to list this gallery"
        checked={draft.allowIndexing}
        onChange={event => updateDraft({ allowIndexing: event.target.checked })}
      />
      <ListedField {...props} />
    </>
  )
}

/** Whether the link will require a password. */
export const hasPassword = ({ draft, share }: Pick<SectionProps, 'draft' | 'share'>): boolean =>
  draft.password !== '' || (share?.has_password === true && !draft.removePassword)

/** Buttons that replace or remove an existing password. The password itself cannot be shown. */
function ExistingPassword({ draft, updateDraft, onChange }: SectionProps & { onChange: () => void }) {
  return (
    <div className={`wrap align-items-center ${styles['current-password']}`}>
      <LockKeyhole aria-hidden />
      <span>{draft.removePassword ? 'The password is removed when you save.' : 'A password is set.'}</span>
      {draft.removePassword ? (
        <Button size="small" onClick={() => updateDraft({ removePassword: false })}>
          Keep Password
        </Button>
      ) : (
        <>
          <Button size="small" onClick={onChange}>
            Change Password
          </Button>
          <Button size="small" onClick={() => updateDraft({ removePassword: true })}>
            Remove Password
          </Button>
        </>
      )}
    </div>
  )
}

const WEAK_PASSWORD_NOTE = 'This password is easy to guess: it is short, common or part of the gallery’s text.'

function createPasswordNote({ draft, albumTitle, requiresPassword }: SectionProps): string | undefined {
  if (draft.password) return findDraftPasswordWeakness(draft, albumTitle) ? WEAK_PASSWORD_NOTE : undefined
  return requiresPassword ? 'The preset requires a password.' : undefined
}

function PasswordFields(props: SectionProps) {
  const { draft, updateDraft, share } = props
  const [isFieldShown, setIsFieldShown] = useState(share?.has_password !== true)
  return (
    <>
      {isFieldShown ? (
        <PasswordField
          label={share?.has_password ? 'New password' : 'Password'}
          autoComplete="new-password"
          placeholder={share?.has_password ? 'Unchanged' : 'None'}
          value={draft.password}
          maxLength={MAX_PASSWORD_LENGTH}
          required={props.requiresPassword}
          hint={createPasswordNote(props)}
          onChange={event => updateDraft({ password: event.target.value })}
        />
      ) : (
        <ExistingPassword {...props} onChange={() => setIsFieldShown(true)} />
      )}
      {hasPassword(props) && (
        <TextField
          label="Password hint"
          hint="The hint is public and must not contain the password."
          autoComplete="off"
          maxLength={MAX_PASSWORD_HINT_LENGTH}
          value={draft.passwordHint}
          onChange={event => updateDraft({ passwordHint: event.target.value })}
        />
      )}
    </>
  )
}

/**
 * The switch that lists the link on the studio page, with its consequences. Renders nothing if the studio page is not
 * enabled.
 */
function ListedField(props: SectionProps) {
  const { draft, updateDraft, share } = props
  const { data: page } = useCached(studioPageQuery())
  const isListed = draft.listed ?? share?.listed ?? false
  if (!page?.enabled && !isListed) return null
  return (
    <div>
      <Switch
        label="List on my studio page"
        checked={isListed}
        onChange={event => updateDraft({ listed: event.target.checked })}
      />
      {isListed && (
        <p className="muted">
          {hasPassword(props)
            ? 'Anyone who visits the studio page sees the title of this gallery. The photos require the password.'
            : 'Anyone who visits the studio page can open this gallery.'}
        </p>
      )}
    </div>
  )
}
