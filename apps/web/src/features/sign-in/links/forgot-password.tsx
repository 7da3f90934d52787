import * as routes from '@daymark/contracts/routes'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Link } from '../../../lib/router.ts'
import styles from './links.module.css'

/** Only where a link can be sent. Its room is kept, so that nothing moves when the server has said so. */
export function ForgotPassword() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    call(routes.getSignInOptions).then(
      ({ password_reset }) => setOffered(password_reset),
      () => undefined, // who knows the password can sign in all the same
    )
  }, [])
  return <p className={styles['forgot']}>{isOffered && <Link to="/forgot-password">Forgot password?</Link>}</p>
}
