import type { http, Role } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { useUser } from '../../../../domain/session/session.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useAction } from '../../../../ui/feedback/use-work.ts'
import { Select, TextField } from '../../../../ui/fields/text-field.tsx'
import { Card } from '../../frame/card.tsx'
import { ROLE_CHOICES, ROLE_NAMES } from '../labels.ts'
import { changeRole, renameUser } from '../users.api.ts'
import { confirmAction } from '../../../../ui/overlay/confirm.ts'
import styles from './account.module.css'

const OWN_ROLE_CONFIRMATION = {
  title: 'Change your own role?',
  text: 'You will no longer be able to administer this installation, and you cannot undo this yourself.',
  action: 'Change Role',
  isDanger: true,
}

/** The form for display name and role. */
export function ProfileCard({ user }: { user: http.AdminUser }) {
  const { id } = useUser()
  const [name, setName] = useState(user.display_name ?? '')
  const [role, setRole] = useState<Role>(user.role)
  const { isBusy, run } = useAction()
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    const isOwn = id === user.id && role !== 'super_admin'
    if (isOwn && !(await confirmAction(OWN_ROLE_CONFIRMATION))) return
    if (name !== (user.display_name ?? '')) await run(() => renameUser(user.id, name.trim() || null), 'Name changed.')
    if (role !== user.role && !(await run(() => changeRole(user.id, role), `The role is now ${ROLE_NAMES[role]}.`)))
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
