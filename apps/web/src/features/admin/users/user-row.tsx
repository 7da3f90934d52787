import { formatBytes, type http, PLANS } from '@daymark/contracts'
import { formatMoment } from '../../../lib/format/dates.ts'
import { Link } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Chip } from '../frame/chip.tsx'
import table from '../lists/table.module.css'
import styles from './users.module.css'
import { nameOf, ROLES, STATES } from './words.ts'

/** Role and state, unless they are the default. */
export function UserChips({ user: { role, state } }: { user: http.AdminUser }) {
  return (
    <>
      {role !== 'user' && <Chip>{ROLES[role]}</Chip>}
      {state !== 'active' && <Chip tone={STATES[state].tone}>{STATES[state].name}</Chip>}
    </>
  )
}

export function UserRow({ user, onReset }: { user: http.AdminUser; onReset: () => void }) {
  const { id, email, display_name, subscription_tier, storage_used, storage_limit } = user
  const seen = user.last_seen_at ?? user.last_login
  return (
    <tr className={styles['row']}>
      <th scope="row">
        <span className={styles['who']}>
          <Link to={`/admin/users/${id}`} className={styles['name']}>
            {nameOf(user)}
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
        {seen ? formatMoment(seen) : 'Never'}
      </td>
      <td>
        <div className={table['actions']}>
          <Button
            size="small"
            className={table['line']}
            aria-label={`Reset password of ${nameOf(user)}`}
            onClick={onReset}
          >
            Reset Password
          </Button>
        </div>
      </td>
    </tr>
  )
}
