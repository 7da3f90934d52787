import { Download } from 'lucide-react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { Card } from '../frame/card.tsx'
import { useAddressFilter } from '../../../lib/hooks/use-address-filter.ts'
import { CreateUser } from './create-user.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import { userExportUrl, type UserFilter } from './users.api.ts'
import styles from './users.module.css'

const FILTER_NAMES = ['search', 'role', 'tier', 'state'] as const

/** S-ADM-04, S-ADM-05: the list of users and the form that creates a user. */
export function Users() {
  const { filter, change } = useAddressFilter<UserFilter>(FILTER_NAMES)
  const isPhone = useIsPhone()
  const exportLink = (
    <a href={userExportUrl(filter)} download className={buttonClass({ size: 'small' })}>
      <Download aria-hidden />
      Export CSV
    </a>
  )
  return (
    <div className={styles['users']}>
      <CreateUser isFolded={isPhone} />
      <Card title="Users" aside={exportLink}>
        <UserFilters filter={filter} onChange={change} />
        <UserList filter={filter} />
      </Card>
    </div>
  )
}
