import { type http, MAX_DISPLAY_NAME_LENGTH } from '@daymark/contracts'
import { useState } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { SettingsFailed, SettingsRow, SettingsSection, SettingsSkeleton } from '../frame/settings-section.tsx'
import { useSetting } from '../frame/setting.ts'
import styles from '../settings.module.css'
import { profileSetting, updateProfile } from './profile.api.ts'
import { EmailDialog, PasswordDialog } from './profile.dialogs.tsx'

export function ProfileSection() {
  const { data, isFailed, refetch } = useSetting(profileSetting)
  return (
    <SettingsSection description="Your name, email address and password.">
      {data && <ProfileRows profile={data} />}
      {!data && isFailed && <SettingsFailed text="Your profile could not be loaded." onRetry={refetch} />}
      {!data && !isFailed && <SettingsSkeleton label="Loading your profile" />}
    </SettingsSection>
  )
}

function ProfileRows({ profile }: { profile: http.Profile }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DisplayNameRow name={profile.display_name ?? ''} />
      <SettingsRow label="Email and username" hint={<EmailAddress profile={profile} />}>
        <Button aria-label="Change email" onClick={() => setOpen('email')}>
          Change
        </Button>
      </SettingsRow>
      <SettingsRow label="Password" hint="Changing your password signs you out everywhere else.">
        <Button aria-label="Change password" onClick={() => setOpen('password')}>
          Change
        </Button>
      </SettingsRow>
      <DateRows profile={profile} />
      {open === 'email' && <EmailDialog profile={profile} onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
    </>
  )
}

const EmailAddress = ({ profile: { email, pending_email } }: { profile: http.Profile }) => (
  <>
    <p>{email}</p>
    {pending_email && <p>{`Waiting for confirmation of ${pending_email}.`}</p>}
  </>
)

function DisplayNameRow({ name }: { name: string }) {
  const { refresh } = useSession()
  const [draft, setDraft] = useState(name)
  const { onSubmit, failure, isBusy } = useSubmit(async () => {
    const result = await updateProfile({ display_name: draft })
    if (typeof result === 'string') return result
    setDraft(result.display_name ?? '')
    showToast('Name saved.')
    void refresh()
    return null
  })

  return (
    <SettingsRow wide label="Display name" hint="Shown to visitors of your galleries, unless a link hides the name.">
      <form className={styles['form']} onSubmit={onSubmit}>
        <TextField
          label="Display name"
          hideLabel
          className={styles['grow']}
          autoComplete="name"
          placeholder="No name"
          maxLength={MAX_DISPLAY_NAME_LENGTH}
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

/** The time zone and language of dates on all screens. Default: those of the browser. */
function DateRows({ profile: { time_zone, language } }: { profile: http.Profile }) {
  const { refresh } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [now] = useState(() => new Date().toISOString())
  const saveDateSettings = async (changes: { time_zone: string | null } | { language: string | null }) => {
    const result = await updateProfile(changes)
    setFailure(typeof result === 'string' ? result : null)
    if (typeof result !== 'string') await refresh()
  }
  return (
    <>
      <SettingsRow wide label="Time zone" hint="Used in lists, analytics and expiry dates.">
        <Select
          label="Time zone"
          hideLabel
          className={styles['select']}
          error={failure}
          value={time_zone ?? ''}
          onChange={event => void saveDateSettings({ time_zone: event.target.value || null })}
          options={listTimeZones(time_zone).map(zone => [zone, zone.replaceAll('_', ' ')])}
        >
          <option value="">{`Same as this browser (${browserTimeZone()})`}</option>
        </Select>
      </SettingsRow>
      <SettingsRow wide label="Date language" hint={`Example: ${formatDateTime(now)}`}>
        <Select
          label="Date language"
          hideLabel
          className={styles['select']}
          value={language ?? ''}
          onChange={event => void saveDateSettings({ language: event.target.value || null })}
          options={listLanguages(language).map(({ tag, name }) => [tag, name])}
        >
          <option value="">{`Same as this browser (${browserLanguage()})`}</option>
        </Select>
      </SettingsRow>
    </>
  )
}

/** The languages that the user can select for dates. */
const LANGUAGE_TAGS = [
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-US',
  'en-ZA',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'es-MX',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'it-IT',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'fi-FI',
  'sv-SE',
  'cs-CZ',
  'hu-HU',
  'tr-TR',
  'el-GR',
  'ru-RU',
  'uk-UA',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'zh-TW',
]
const languageName = (tag: string) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag

const listLanguages = (selected: string | null) =>
  [...new Set([...LANGUAGE_TAGS, ...(selected ? [selected] : [])])]
    .map(tag => ({ tag, name: languageName(tag) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

/** Returns the time zones of this browser and the selected one. */
const listTimeZones = (selected: string | null) => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(selected ? [selected] : [])]),
]

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
const browserLanguage = () => languageName(Intl.DateTimeFormat().resolvedOptions().locale)
