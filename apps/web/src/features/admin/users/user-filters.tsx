import { useCallback } from 'react'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/text-field.tsx'
import { PLANS } from '@daymark/contracts'
import table from '../frame/table.module.css'
import type { UserFilter } from './users.api.ts'
import { ROLE_CHOICES, STATE_CHOICES } from './labels.ts'

type ChangeFilter = (patch: Partial<Record<keyof UserFilter, string>>) => void

const FILTERS = [
  { name: 'role', label: 'Role', all: 'All roles', choices: ROLE_CHOICES },
  {
    name: 'tier',
    label: 'Plan',
    all: 'All plans',
    choices: Object.values(PLANS).map(({ tier, name }) => [tier, name]),
  },
  { name: 'state', label: 'State', all: 'All states', choices: STATE_CHOICES },
] as const

export function UserFilters({ filter, onChange }: { filter: UserFilter; onChange: ChangeFilter }) {
  const onSearch = useCallback((search: string) => onChange({ search }), [onChange])
  return (
    <div className={table['filters']}>
      <SearchField
        label="Search users"
        value={filter.search ?? ''}
        maxLength={200}
        shortcut="/"
        className={table['search']}
        onSearch={onSearch}
      />
      {FILTERS.map(({ name, label, all, choices }) => (
        <Select
          key={name}
          label={label}
          hideLabel
          className={table['filter'] ?? ''}
          value={filter[name] ?? ''}
          onChange={event => onChange({ [name]: event.target.value })}
        >
          <option value="">{all}</option>
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      ))}
    </div>
  )
}
