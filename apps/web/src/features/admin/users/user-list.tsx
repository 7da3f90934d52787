import { formatBytes, type http, PLANS } from '@daymark/contracts'
import { useState } from 'react'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { Link } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { StatusChip, QueryContent } from '../frame/card.tsx'
import { ShowMoreButton, usePagedQuery } from '../frame/pages.tsx'
import table from '../frame/table.module.css'
import { ResetPasswordDialog } from './reset-password.dialog.tsx'
import { type UserFilter, usersQuery } from './users.api.ts'
import styles from './users.module.css'
import { userName, ROLE_NAMES, STATE_LABELS } from './labels.ts'

export function UserList({ filter }: { filter: UserFilter }) {
  const { reading, more, showMore, isPreviousData: isOther } = usePagedQuery(usersQuery(filter))
  const [resetting, setResetting] = useState<http.AdminUser | null>(null)
  return (
    <QueryContent reading={reading} title="Users">
      {page => (
        <>
          {page.items.length === 0 ? (
            <p className={table['empty']}>No users match these filters.</p>
          ) : (
            <table aria-label="Users" className={classNames(table['table'], isOther && table['stale'])}>
              <thead>
                <tr>
                  <th scope="col">User</th>
                  <th scope="col">Plan</th>
                  <th scope="col">Storage</th>
                  <th scope="col">Last seen</th>
                  <th scope="col">
                    <span className="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {page.items.map(user => (
                  <UserRow key={user.id} user={user} onReset={() => setResetting(user)} />
                ))}
              </tbody>
            </table>
          )}
          <ShowMoreButton page={page} more={more} onMore={showMore} />
          {resetting && <ResetPasswordDialog user={resetting} onClose={() => setResetting(null)} />}
        </>
      )}
    </QueryContent>
  )
}

/** Shows role and state of a user unless they are the default. */
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
  const seen = user.last_seen_at ?? user.last_login
  return (
    <tr className={styles['row']}>
      <th scope="row">
        <span className={styles['who']}>
          <Link to={`/admin/users/${id}`} className={styles['name']}>
            {userName(user)}
          </Link>
          <UserChips user={user} />
        </span>
        {display_name && <span className={table['small']}>{email}</span>}
      </th>
      <td className={table['line']}>{PLANS[subscription_tier].name}</td>
      <td className={table['line']}>
        {formatBytes(storage_used)} <span className={table['quiet']}>of {formatBytes(storage_limit)}</span>
      </td>
      <td data-head="Last seen" className={table['time']}>
        {seen ? formatShortDateTime(seen) : 'Never'}
      </td>
      <td>
        <div className={table['actions']}>
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
