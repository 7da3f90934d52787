import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { PendingDeletion } from './pending-deletion.actions.ts'
import styles from './sign-in.module.css'

/** Loaded after the sign-in form, which does not need this code. */
const actions = () => import('./passkey.actions.ts')

type Props = {
  onFailure: (message: string | null) => void
  onPendingDeletion: (pendingDeletion: PendingDeletion) => void
}

/** The sign-in by passkey: with the button, or through autofill of the name field. */
export function PasskeySignIn({ onFailure, onPendingDeletion }: Props) {
  const { refresh } = useSession()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isHere = true
    const offer = async () => {
      const { offerPasskeys, stopOffering } = await actions()
      const taken = isHere && (await offerPasskeys(message => isHere && onFailure(message)))
      if (typeof taken === 'object') return onPendingDeletion(taken)
      if (taken) await refresh()
      if (!isHere) stopOffering()
    }
    offer().catch((reason: unknown) => logFailure('Passkeys could not be offered', reason))
    return () => {
      isHere = false
      void actions().then(({ stopOffering }) => stopOffering())
    }
  }, [refresh, onFailure, onPendingDeletion])

  const use = async () => {
    setBusy(true)
    onFailure(null)
    const { signInByPasskey } = await actions()
    const refusal = await signInByPasskey()
    if (refusal === null) return refresh()
    if (typeof refusal === 'object') return onPendingDeletion(refusal)
    onFailure(refusal)
    setBusy(false)
  }
  return (
    <div className={styles['passkeys']}>
      <p className={styles['or']}>or</p>
      <Button wide icon={<KeyRound aria-hidden />} disabled={isBusy} onClick={() => void use()}>
        Sign in with a passkey
      </Button>
    </div>
  )
}
