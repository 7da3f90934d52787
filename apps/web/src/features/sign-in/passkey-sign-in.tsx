import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { PendingDeletion } from './pending-deletion.actions.ts'
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
      const offerResult = isMounted && (await offerPasskeys(message => isMounted && onFailure(message)))
      if (typeof offerResult === 'object') return onPendingDeletion(offerResult)
      if (offerResult) await refresh()
      if (!isMounted) stopOffering()
    }
    offer().catch((reason: unknown) => logFailure('Passkeys could not be offered', reason))
    return () => {
      isMounted = false
      void importActions().then(({ stopOffering }) => stopOffering())
    }
  }, [refresh, onFailure, onPendingDeletion])

  const use = async () => {
    setBusy(true)
    onFailure(null)
    const { signInByPasskey } = await importActions()
    const refusal = await signInByPasskey()
    if (refusal === null) return refresh()
    if (typeof refusal === 'object') return onPendingDeletion(refusal)
    onFailure(refusal)
    setBusy(false)
  }
  return (
    <div className={styles['passkeys']}>
      <p className={styles['or-divider']}>or</p>
      <Button wide icon={<KeyRound aria-hidden />} disabled={isBusy} onClick={() => void use()}>
        Sign in with a passkey
      </Button>
    </div>
  )
}
