import { Download } from 'lucide-react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { Card } from '../frame/card.tsx'
import { useAddressFilter } from '../../../lib/hooks/use-address-filter.ts'
import { CreateUser } from './create/create-user.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import { exportAddress, type UserFilter } from './users.queries.ts'
import styles from './users.module.css'

const NAMES = ['search', 'role', 'tier', 'state'] as const

/** S-ADM-04, S-ADM-05: all accounts, and the form that creates one. */
export function Users() {
  const { filter, change } = useAddressFilter<UserFilter>(NAMES)
  const isPhone = useIsPhone()
  const exported = (
    <a href={exportAddress(filter)} download className={buttonClass({ size: 'small' })}>
      <Download aria-hidden />
      Export CSV
    </a>
  )
  return (
    <div className={styles['users']}>
      <CreateUser isFolded={isPhone} />
      <Card title="Users" aside={exported}>
        <UserFilters filter={filter} onChange={change} />
        <UserList filter={filter} />
      </Card>
    </div>
  )
}
