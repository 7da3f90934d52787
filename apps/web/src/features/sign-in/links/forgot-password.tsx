import * as routes from '@daymark/contracts/routes'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Link } from '../../../lib/router.ts'
import styles from '../sign-in.module.css'

/**
 * Reads whether a reset link can be requested. False after a failure, so that the sign-in works without this option.
 */
const offersPasswordReset = (): Promise<boolean> =>
  call(routes.getSignInOptions).then(
    ({ password_reset }) => password_reset,
    () => false,
  )

/**
 * The link to request a new password. Rendered only if the server can send email. Its space is reserved, so that the
 * form does not shift.
 */
export function ForgotPassword() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    void offersPasswordReset().then(setOffered)
  }, [])
  return <p className={styles['forgot']}>{isOffered && <Link to="/mail/forgot-password">Forgot password?</Link>}</p>
}
