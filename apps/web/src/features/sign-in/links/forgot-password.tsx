import { useEffect, useState } from 'react'
import { Link } from '../../../lib/router.ts'
import { offersPasswordReset } from './sign-in-options.queries.ts'
import styles from '../sign-in.module.css'

/** Only where a link can be sent. Its room is kept, so that nothing moves when the server has said so. */
export function ForgotPassword() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    void offersPasswordReset().then(setOffered)
  }, [])
  return <p className={styles['forgot']}>{isOffered && <Link to="/mail/forgot-password">Forgot password?</Link>}</p>
}
