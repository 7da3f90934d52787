import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { settings } from '../admin.api.ts'
import { Chip, Notes, ReadCard, type Tone } from '../frame/card.tsx'
import table from '../frame/table.module.css'
import styles from './system.module.css'

type Setting = http.SystemSettings['settings'][number]

/** Secrets show only whether they are set. */
function Value({ setting: { value, secret, is_default } }: { setting: Setting }) {
  if (secret) return is_default ? <span className={table['quiet']}>Not set</span> : 'Set (hidden)'
  return value === null || value === '' ? (
    <span className={table['quiet']}>Not set</span>
  ) : (
    <code className={styles['value']}>{value}</code>
  )
}

const fits = ({ service, name, value }: Setting, words: string) =>
  `${service} ${name} ${value ?? ''}`.toLowerCase().includes(words.toLowerCase())

function SettingsTable({ all }: { all: readonly Setting[] }) {
  const [words, setWords] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(true)
  const found = all.filter(setting => fits(setting, words) && !(isChangedOnly && setting.is_default))
  return (
    <>
      <div className={table['filters']}>
        <SearchField
          label="Find a setting"
          value={words}
          maxLength={100}
          className={table['search']}
          onSearch={setWords}
        />
        <Checkbox
          label="Only changed settings"
          checked={isChangedOnly}
          onChange={event => setChangedOnly(event.target.checked)}
        />
      </div>
      {found.length === 0 ? (
        <p className={table['empty']}>No settings match your search.</p>
      ) : (
        <table aria-label="Settings" className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Value</th>
              <th scope="col">Service</th>
            </tr>
          </thead>
          <tbody>
            {found.map(setting => (
              <tr key={`${setting.service} ${setting.name}`}>
                <th scope="row">
                  <code className={styles['value']}>{setting.name}</code>
                </th>
                <td>
                  <Value setting={setting} />
                  {!setting.is_default && <span className={table['small']}> changed</span>}
                </td>
                <td className={table['quiet']}>{setting.service}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** The configuration as `daymark doctor` sees it. */
export const Settings = () => (
  <ReadCard title="Configuration" read={settings} wide>
    {data => (
      <>
        <Notes notes={data.notes} />
        <SettingsTable all={data.settings} />
      </>
    )}
  </ReadCard>
)

const stateOf = (ok: boolean, needed: boolean): [Tone, string] => {
  if (ok) return ['good', 'OK']
  return needed ? ['warning', 'Failed'] : ['plain', 'Not configured']
}

/** The results of `daymark doctor`; optional parts may be missing. */
export const Checks = () => (
  <ReadCard title="Checks" read={settings}>
    {({ checks }) => (
      <ul aria-label="Checks">
        {checks.map(({ name, ok, needed, says }) => {
          const [tone, word] = stateOf(ok, needed)
          return (
            <li key={name} className={styles['item']}>
              <div className={styles['words']}>
                <strong>{name}</strong>
                <span className={styles['small']}>{says}</span>
              </div>
              <Chip tone={tone}>{word}</Chip>
            </li>
          )
        })}
      </ul>
    )}
  </ReadCard>
)
