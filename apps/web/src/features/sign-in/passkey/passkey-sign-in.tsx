import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import styles from '../sign-in.module.css'

/** Comes after the form, which does without it. */
const actions = () => import('./passkey.actions.ts')

/** Signing in without name and password: by the button, or among what the browser offers for the name. */
export function PasskeySignIn({ onFailure }: { onFailure: (sentence: string | null) => void }) {
  const { refresh } = useSession()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isHere = true
    const offer = async () => {
      const { offerPasskeys, stopOffering } = await actions()
      if (isHere && (await offerPasskeys(sentence => isHere && onFailure(sentence)))) await refresh()
      if (!isHere) stopOffering()
    }
    offer().catch((reason: unknown) => logFailure('Passkeys could not be offered', reason))
    return () => {
      isHere = false
      void actions().then(({ stopOffering }) => stopOffering())
    }
  }, [refresh, onFailure])

  const use = async () => {
    setBusy(true)
    onFailure(null)
    const { signInByPasskey } = await actions()
    const refusal = await signInByPasskey()
    if (refusal === null) return refresh()
    onFailure(refusal)
    setBusy(false)
  }
  return (
    <>
      <p className={styles['or']}>or</p>
      <Button wide icon={<KeyRound aria-hidden />} disabled={isBusy} onClick={() => void use()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
