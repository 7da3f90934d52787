import { useEffect, useState } from 'react'
import { Link } from '../../../lib/router.ts'
import styles from '../sign-in.module.css'
import { offersPasswordReset } from './sign-in-options.queries.ts'

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
