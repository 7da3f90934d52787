import { formatBytes, type http, PLANS } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { useUrlFilter } from '../../../lib/hooks/use-url-filter.ts'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { Link } from '../../../lib/router.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/text-field.tsx'
import { Card, StatusChip } from '../frame/card.tsx'
import { PagedTable } from '../frame/paged-table.tsx'
import table from '../frame/table.module.css'
import { CreateUser } from './create-user.tsx'
import { ROLE_CHOICES, ROLE_NAMES, STATE_CHOICES, STATE_LABELS, userName } from './labels.ts'
import { ResetPasswordDialog } from './reset-password.dialog.tsx'
import { userExportUrl, type UserFilter, usersQuery } from './users.api.ts'
import styles from './users.module.css'

type OnFilterChange = (patch: Partial<Record<keyof UserFilter, string>>) => void

const FILTERS = [
  { name: 'role', label: 'Role', allLabel: 'All roles', choices: ROLE_CHOICES },
  {
    name: 'tier',
    label: 'Plan',
    allLabel: 'All plans',
    choices: Object.values(PLANS).map(({ tier, name }) => [tier, name] as const),
  },
  { name: 'state', label: 'State', allLabel: 'All states', choices: STATE_CHOICES },
] as const

function UserFilters({ filter, onChange }: { filter: UserFilter; onChange: OnFilterChange }) {
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
      {FILTERS.map(({ name, label, allLabel, choices }) => (
        <Select
          key={name}
          label={label}
          hideLabel
          className={table['filter']}
          value={filter[name] ?? ''}
          onChange={event => onChange({ [name]: event.target.value })}
          options={choices}
        >
          <option value="">{allLabel}</option>
        </Select>
      ))}
    </div>
  )
}

function UserList({ filter }: { filter: UserFilter }) {
  const [userToReset, setUserToReset] = useState<http.AdminUser | null>(null)
  return (
    <>
      <PagedTable
        query={usersQuery(filter)}
        name="Users"
        emptyText="No users match these filters."
        columns={['User', 'Plan', 'Storage', 'Last seen', 'Actions']}
        unnamedColumn="Actions"
      >
        {user => <UserRow key={user.id} user={user} onReset={() => setUserToReset(user)} />}
      </PagedTable>
      {userToReset && <ResetPasswordDialog user={userToReset} onClose={() => setUserToReset(null)} />}
    </>
  )
}

/** Shows the role of a user unless it is User, and the state unless it is Active. */
function UserChips({ user: { role, state } }: { user: http.AdminUser }) {
  return (
    <>
      {role !== 'user' && <StatusChip>{ROLE_NAMES[role]}</StatusChip>}
      {state !== 'active' && <StatusChip tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].name}</StatusChip>}
    </>
  )
}

function UserRow({ user, onReset }: { user: http.AdminUser; onReset: () => void }) {
  const { id, email, display_name, subscription_tier, storage_used, storage_limit } = user
  const lastSeenAt = user.last_seen_at ?? user.last_login
  return (
    <tr className={styles['row']}>
      <th scope="row">
        <span className={styles['user-name']}>
          <Link to={`/admin/users/${id}`} className={styles['name']}>
            {userName(user)}
          </Link>
          <UserChips user={user} />
        </span>
        {display_name && <span className="caption">{email}</span>}
      </th>
      <td className={table['line']}>{PLANS[subscription_tier].name}</td>
      <td className={table['line']}>
        {formatBytes(storage_used)} <span className="muted">of {formatBytes(storage_limit)}</span>
      </td>
      <td data-head="Last seen" className={table['time']}>
        {lastSeenAt ? formatShortDateTime(lastSeenAt) : 'Never'}
      </td>
      <td>
        <div className={`wrap ${table['actions']}`}>
          <Button
            size="small"
            className={table['line']}
            aria-label={`Reset password of ${userName(user)}`}
            onClick={onReset}
          >
            Reset Password
          </Button>
        </div>
      </td>
    </tr>
  )
}

const FILTER_NAMES = ['search', 'role', 'tier', 'state'] as const

/** S-ADM-04, S-ADM-05: the list of users and the form that creates a user. */
export function Users() {
  const { filter, change } = useUrlFilter<UserFilter>(FILTER_NAMES)
  const isPhone = useIsPhone()
  const exportLink = (
    <a href={userExportUrl(filter)} download className={buttonClass({ size: 'small' })}>
      <Download aria-hidden />
      Export CSV
    </a>
  )
  return (
    <div className={styles['users']}>
      <CreateUser isCollapsed={isPhone} />
      <Card title="Users" aside={exportLink}>
        <UserFilters filter={filter} onChange={change} />
        <UserList filter={filter} />
      </Card>
    </div>
  )
}
