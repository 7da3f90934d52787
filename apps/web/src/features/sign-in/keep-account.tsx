import { useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { ApiError } from '../../lib/api.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import styles from './sign-in.module.css'
import { keepAccount, type PendingDeletion } from './sign-in.api.ts'

type Props = {
  pendingDeletion: PendingDeletion
  /** Returns to the sign-in form. The message explains why; null if the user chose to return. */
  onStartAgain: (message: string | null) => void
}

/** The only screen of an account with a pending deletion. */
export function KeepAccount({ pendingDeletion, onStartAgain }: Props) {
  useTitle('Keep your account?')
  const { refresh } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await keepAccount(pendingDeletion)
      await refresh()
    } catch (reason) {
      const { code = '', serverMessage = null } = reason instanceof ApiError ? reason : {}
      if (code === 'challenge_expired') return onStartAgain(serverMessage)
      setFailure(serverMessage ?? 'Something went wrong. Please try again.')
      setBusy(false)
    }
  }
  return (
    <main className={styles['standalone']}>
      <div className={styles['welcome']}>
        <Brand />
        <h1 className={styles['headline']}>Your account will be deleted on {formatDate(pendingDeletion.dueAt)}</h1>
        <p className={styles['subtitle']}>Until then you can keep the account with all photos, albums and galleries.</p>
        <div className={styles['single-action']}>
          <FailureNote text={failure} />
          <Button appearance="primary" wide autoFocus disabled={isBusy} onClick={() => void keep()}>
            {isBusy ? 'Restoring...' : 'Keep My Account'}
          </Button>
          <Button wide onClick={() => onStartAgain(null)}>
            Back to the sign-in
          </Button>
        </div>
      </div>
    </main>
  )
}
