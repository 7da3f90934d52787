import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { Select } from '../../../ui/fields/text-field.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { browserLanguage, browserZone, languages, timeZones } from './choices.ts'
import { updateProfile } from './profile.actions.ts'
import styles from './profile.module.css'

/** The date format of all screens; without a choice it follows the browser. */
export function DateRows({ profile: { time_zone, language } }: { profile: http.Profile }) {
  const { refresh } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [now] = useState(() => new Date().toISOString())
  const choose = async (changes: { time_zone: string | null } | { language: string | null }) => {
    const answer = await updateProfile(changes)
    setFailure(typeof answer === 'string' ? answer : null)
    if (typeof answer !== 'string') await refresh()
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
          onChange={event => void choose({ time_zone: event.target.value || null })}
        >
          <option value="">{`As this browser (${browserZone()})`}</option>
          {timeZones(time_zone).map(zone => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </SettingsRow>
      <SettingsRow wide label="Language of dates" hint={`Now: ${formatDateTime(now)}`}>
        <Select
          label="Language of dates"
          hideLabel
          className={styles['select']}
          value={language ?? ''}
          onChange={event => void choose({ language: event.target.value || null })}
        >
          <option value="">{`As this browser (${browserLanguage()})`}</option>
          {languages(language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </Select>
      </SettingsRow>
    </>
  )
}
