import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { settingsQuery } from '../admin.api.ts'
import { StatusChip, ServerNotes, QueryCard, type Tone } from '../frame/card.tsx'
import table from '../frame/table.module.css'
import { ListItem } from './outgoing.tsx'
import styles from './system.module.css'

type Setting = http.SystemSettings['settings'][number]

/** The value of a setting. For a secret, only whether it is set. */
function SettingValue({ setting: { value, secret, is_default } }: { setting: Setting }) {
  if (secret) return is_default ? <span className="muted">Not set</span> : 'Set (hidden)'
  return value === null || value === '' ? (
    <span className="muted">Not set</span>
  ) : (
    <code className={styles['value']}>{value}</code>
  )
}

const matchesSearch = ({ service, name, value }: Setting, searchText: string) =>
  `${service} ${name} ${value ?? ''}`.toLowerCase().includes(searchText.toLowerCase())

function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const [searchText, setSearchText] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(true)
  const matches = settings.filter(
    setting => matchesSearch(setting, searchText) && !(isChangedOnly && setting.is_default),
  )
  return (
    <>
      <div className={table['filters']}>
        <SearchField
          label="Find a setting"
          value={searchText}
          maxLength={100}
          className={table['search']}
          onSearch={setSearchText}
        />
        <Checkbox
          label="Only changed settings"
          checked={isChangedOnly}
          onChange={event => setChangedOnly(event.target.checked)}
        />
      </div>
      {matches.length === 0 ? (
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
            {matches.map(setting => (
              <tr key={`${setting.service} ${setting.name}`}>
                <th scope="row">
                  <code className={styles['value']}>{setting.name}</code>
                </th>
                <td>
                  <SettingValue setting={setting} />
                  {!setting.is_default && <span className="caption"> changed</span>}
                </td>
                <td className="muted">{setting.service}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** The settings of all services. */
export const Settings = () => (
  <QueryCard title="Configuration" query={settingsQuery} wide>
    {data => (
      <>
        <ServerNotes notes={data.notes} />
        <SettingsTable settings={data.settings} />
      </>
    )}
  </QueryCard>
)

const describeCheck = (isOk: boolean, isRequired: boolean): [Tone, string] => {
  if (isOk) return ['good', 'OK']
  return isRequired ? ['warning', 'Failed'] : ['plain', 'Not configured']
}

/** The results of `daymark doctor`. Optional parts may not be configured. */
export const Checks = () => (
  <QueryCard title="Checks" query={settingsQuery}>
    {({ checks }) => (
      <ul aria-label="Checks">
        {checks.map(({ name, ok, needed, message }) => {
          const [tone, label] = describeCheck(ok, needed)
          return (
            <ListItem key={name} title={name} aside={<StatusChip tone={tone}>{label}</StatusChip>}>
              {message}
            </ListItem>
          )
        })}
      </ul>
    )}
  </QueryCard>
)
