import type { http, Role } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { useUser } from '../../../../domain/session/session.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { Select, TextField } from '../../../../ui/fields/text-field.tsx'
import { Card } from '../../frame/card.tsx'
import { ROLE_CHOICES, ROLES } from '../words.ts'
import { changeRole, rename } from './account.actions.ts'
import styles from './account.module.css'

/** Name and role. Whoever takes the administration from herself is asked first: she could not give it back. */
export function ProfileCard({ user }: { user: http.AdminUser }) {
  const { id } = useUser()
  const [name, setName] = useState(user.display_name ?? '')
  const [role, setRole] = useState<Role>(user.role)
  const { isBusy, run } = useWork()
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    const isOwn = id === user.id && role !== 'super_admin'
    if (isOwn && !window.confirm('You would no longer administer this installation. Change your own role?')) return
    if (name !== (user.display_name ?? ''))
      await run(() => rename(user.id, name.trim() || null), 'The name was changed.')
    if (role !== user.role && !(await run(() => changeRole(user.id, role), `The role is now ${ROLES[role]}.`)))
      setRole(user.role)
  }
  const isSame = name === (user.display_name ?? '') && role === user.role
  return (
    <Card title="Profile">
      <form className={styles['form']} onSubmit={event => void save(event)}>
        <TextField
          label="Display name"
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <Select label="Role" value={role} onChange={event => setRole(event.target.value as Role)}>
          {ROLE_CHOICES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        <Button type="submit" disabled={isBusy || isSame}>
          Save
        </Button>
      </form>
    </Card>
  )
}
