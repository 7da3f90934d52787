import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Read } from '../frame/card.tsx'
import { More } from '../lists/more.tsx'
import table from '../lists/table.module.css'
import { usePages } from '../lists/use-pages.ts'
import { ResetPasswordDialog } from './reset/reset-password.dialog.tsx'
import { UserRow } from './user-row.tsx'
import { users, type UserFilter } from './users.queries.ts'

export function UserList({ filter }: { filter: UserFilter }) {
  const { reading, more, showMore, isOther } = usePages(users(filter))
  const [resetting, setResetting] = useState<http.AdminUser | null>(null)
  return (
    <Read reading={reading} title="Users">
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
          <More page={page} more={more} onMore={showMore} />
          {resetting && <ResetPasswordDialog user={resetting} onClose={() => setResetting(null)} />}
        </>
      )}
    </Read>
  )
}
