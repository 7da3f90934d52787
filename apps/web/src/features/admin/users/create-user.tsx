import type { Role, Tier } from '@daymark/contracts'
import { UserPlus } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../ui/feedback/spinner.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../frame/card.tsx'
import { refetchAdminData, useAdminQuery } from '../frame/use-admin-query.tsx'
import { Credentials } from './reset-password.dialog.tsx'
import { createUser, generatePassword, inviteUser, mailChoicesQuery, type NewUser } from './users.api.ts'
import styles from './users.module.css'
import { ROLE_CHOICES, TIER_CHOICES } from './labels.ts'

/** S-ADM-05: shows the created user in place of the form until the administrator presses Done. */
function CreatedUserNote({
  createdUser: { email, password },
  onDone,
}: {
  createdUser: CreatedUser
  onDone: () => void
}) {
  return (
    <div role="status">
      {password === null ? (
        <p>
          <strong>{email}</strong> was invited. The email contains a link to choose a password.
        </p>
      ) : (
        <Credentials
          introduction="The account is ready. Send these credentials to the user. The password is shown only once."
          credentials={[
            ['Email', email],
            ['Password', password],
          ]}
        />
      )}
      <Button appearance="primary" wide onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

/** S-ADM-04, S-ADM-05: creates or invites a user. `isCollapsed` hides the form behind a button. */
export function CreateUser({ isCollapsed }: { isCollapsed: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [createdUser, setCreatedUser] = useState<CreatedUser | null>(null)
  const finish = () => {
    setCreatedUser(null)
    setOpen(false)
    void refetchAdminData()
  }
  if (isCollapsed && !isOpen && !createdUser)
    return (
      <Button icon={<UserPlus aria-hidden />} wide onClick={() => setOpen(true)}>
        Create User
      </Button>
    )
  return (
    <Card title={createdUser ? 'User Created' : 'Create User'}>
      {createdUser ? (
        <CreatedUserNote createdUser={createdUser} onDone={finish} />
      ) : (
        <CreateUserForm onCreated={setCreatedUser} />
      )}
    </Card>
  )
}

/** The created user. `password` is null after an invitation by email. */
type CreatedUser = { email: string; password: string | null }

/** S-ADM-10: the initial values of the form. */
const NEW_USER: NewUser = { email: '', displayName: '', role: 'user', subscriptionTier: 'professional' }

/** S-ADM-13: the password field with a button that generates a password. */
function NewPasswordField({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const { isBusy, run } = useAction()
  const generate = async () => {
    const generated = await run(generatePassword)
    if (generated !== null) onChange(generated)
  }
  return (
    <div className={styles['password']}>
      <PasswordField
        label="Password"
        required
        minLength={10}
        autoComplete="new-password"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <Button disabled={isBusy} onClick={() => void generate()}>
        Generate
      </Button>
    </div>
  )
}

/** The fields for role and plan. */
function RoleAndPlanFields({ user, onChange }: { user: NewUser; onChange: (user: NewUser) => void }) {
  return (
    <>
      <Select
        label="Role"
        value={user.role}
        onChange={event => onChange({ ...user, role: event.target.value as Role })}
        options={ROLE_CHOICES}
      />
      <Select
        label="Subscription tier"
        value={user.subscriptionTier}
        onChange={event => onChange({ ...user, subscriptionTier: event.target.value as Tier })}
        options={TIER_CHOICES}
      />
    </>
  )
}

/** S-ADM-04, S-ADM-10: the form that creates or invites a user. */
function CreateUserForm({ onCreated }: { onCreated: (createdUser: CreatedUser) => void }) {
  const [user, setUser] = useState(NEW_USER)
  const [password, setPassword] = useState('')
  const [isInvited, setInvited] = useState(false)
  const { data: mailChoices } = useAdminQuery(mailChoicesQuery)
  const { isBusy, run } = useAction(message => window.alert(message))
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const created = await run(() => (isInvited ? inviteUser(user) : createUser(user, password)))
    if (created) onCreated({ email: created.email, password: isInvited ? null : password })
  }
  return (
    <form className="stack-3 shrinkable" onSubmit={event => void submit(event)}>
      <TextField
        label="Email"
        type="email"
        required
        maxLength={320}
        autoComplete="off"
        value={user.email}
        onChange={event => setUser({ ...user, email: event.target.value })}
      />
      {!isInvited && <NewPasswordField value={password} onChange={setPassword} />}
      {mailChoices?.mail_set_up && (
        <Checkbox
          label="Invite by email instead"
          checked={isInvited}
          onChange={event => setInvited(event.target.checked)}
        />
      )}
      <TextField
        label="Display name (optional)"
        maxLength={200}
        autoComplete="off"
        value={user.displayName}
        onChange={event => setUser({ ...user, displayName: event.target.value })}
      />
      <RoleAndPlanFields user={user} onChange={setUser} />
      <Button type="submit" appearance="primary" disabled={isBusy} icon={isBusy && <BusyIcon />}>
        {isInvited ? 'Send Invitation' : 'Create User'}
      </Button>
    </form>
  )
}
