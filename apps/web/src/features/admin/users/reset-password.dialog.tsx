import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { BusyIcon } from '../../../ui/feedback/spinner.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { MessageDialog } from '../../../ui/overlay/form-dialog.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { resetPassword } from './users.api.ts'
import styles from './users.module.css'
import { userName } from './labels.ts'

type UserToReset = Pick<http.AdminUser, 'id' | 'email' | 'display_name'>

/** S-ADM-06, S-ADM-09: resets the password of a user after a confirmation and shows the temporary password once. */
export function ResetPasswordDialog({ user, onClose }: { user: UserToReset; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const { isBusy, run } = useAction(message => window.alert(message))
  if (password !== null)
    return (
      <MessageDialog title="Password Reset" onClose={onClose}>
        <Credentials
          introduction={`Send this temporary password to ${userName(user)}. It is shown only once, and they must choose a new password at the next sign-in.`}
          credentials={[
            ['Email', user.email],
            ['Temporary password', password],
          ]}
        />
      </MessageDialog>
    )
  const reset = async () => setPassword(await run(() => resetPassword(user.id)))
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        appearance="primary"
        disabled={isBusy}
        aria-busy={isBusy}
        icon={isBusy && <BusyIcon />}
        onClick={() => void reset()}
      >
        {isBusy ? 'Resetting…' : 'Reset Password'}
      </Button>
    </>
  )
  return (
    <Modal title="Reset Password" onClose={onClose} actions={actions}>
      <p>
        The password of <strong>{userName(user)}</strong> will stop working, and every session will end. You will get a
        temporary password to send to the user.
      </p>
    </Modal>
  )
}

/** Credentials that the administrator sends to the user, with a button that copies all of them. */
export function Credentials({
  introduction,
  credentials,
}: {
  introduction: string
  credentials: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <div className="stack-3 shrinkable">
      <p>{introduction}</p>
      <div className={styles['box']}>
        <dl className={styles['parts']}>
          {credentials.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
        <CopyButton text={credentials.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </div>
    </div>
  )
}
