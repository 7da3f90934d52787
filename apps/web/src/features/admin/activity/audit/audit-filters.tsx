import { useCallback } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { SearchField } from '../../../../ui/fields/search-field.tsx'
import { Select, TextField } from '../../../../ui/fields/text-field.tsx'
import table from '../../frame/table.module.css'
import type { AuditFilter } from './audit.queries.ts'
import { ACTION_CHOICES } from './audit-sentence.ts'

type Props = { filter: AuditFilter; onChange: (patch: Partial<Record<keyof AuditFilter, string>>) => void }

export function AuditFilters({ filter, onChange }: Props) {
  const onSearch = useCallback((search: string) => onChange({ search }), [onChange])
  const isForOneUser = filter.target ?? filter.actor
  return (
    <div className={table['filters']}>
      <SearchField
        label="Search the log"
        value={filter.search ?? ''}
        maxLength={200}
        shortcut="/"
        className={table['search']}
        onSearch={onSearch}
      />
      <Select
        label="Action"
        hideLabel
        className={table['filter'] ?? ''}
        value={filter.action ?? ''}
        onChange={event => onChange({ action: event.target.value })}
      >
        <option value="">All actions</option>
        {ACTION_CHOICES.map(([action, name]) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </Select>
      {(['from', 'to'] as const).map(end => (
        <TextField
          key={end}
          label={end === 'from' ? 'From' : 'Until'}
          type="date"
          className={table['filter'] ?? ''}
          value={filter[end] ?? ''}
          onChange={event => onChange({ [end]: event.target.value })}
        />
      ))}
      {isForOneUser && (
        <Button look="quiet" onClick={() => onChange({ target: '', actor: '' })}>
          Show All Users
        </Button>
      )}
    </div>
  )
}
