import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { PendingDeletion } from './sign-in.api.ts'
import styles from './sign-in.module.css'

/** Loaded after the sign-in form, which does not need this code. */
const importActions = () => import('./passkey.actions.ts')

type Props = {
  onFailure: (message: string | null) => void
  onPendingDeletion: (pendingDeletion: PendingDeletion) => void
}

/** The sign-in by passkey: with the button, or through autofill of the name field. */
export function PasskeySignIn({ onFailure, onPendingDeletion }: Props) {
  const { refresh } = useSession()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isMounted = true
    const offer = async () => {
      const { offerPasskeys, stopOffering } = await importActions()
      if (!isMounted) return
      const result = await offerPasskeys(message => isMounted && onFailure(message))
      if (result.kind === 'pending-deletion') return onPendingDeletion(result.pendingDeletion)
      if (result.kind === 'signed-in') await refresh()
      if (!isMounted) stopOffering()
    }
    offer().catch((reason: unknown) => logFailure('Passkeys could not be offered', reason))
    return () => {
      isMounted = false
      importActions().then(
        ({ stopOffering }) => stopOffering(),
        () => {},
      )
    }
  }, [refresh, onFailure, onPendingDeletion])

  const signIn = async () => {
    setBusy(true)
    onFailure(null)
    try {
      const { signInByPasskey } = await importActions()
      const result = await signInByPasskey()
      if (result.kind === 'signed-in') return await refresh()
      if (result.kind === 'pending-deletion') return onPendingDeletion(result.pendingDeletion)
      if (result.kind === 'failed') onFailure(result.message)
    } catch (reason) {
      logFailure('The code for passkeys could not be loaded', reason)
      onFailure(messageOf(reason))
    }
    setBusy(false)
  }
  return (
    <div className={styles['passkeys']}>
      <p className={styles['or-divider']}>or</p>
      <Button wide icon={<KeyRound aria-hidden />} disabled={isBusy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </div>
  )
}
