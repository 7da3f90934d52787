import type { ReactNode } from 'react'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Link } from '../../../lib/router.ts'
import { Brand } from '../../../ui/brand.tsx'
import signIn from '../sign-in.module.css'

/** The frame of pages opened from a link in an email, without a session. */
export function LinkScreen(props: { title: string; heading: string; about?: ReactNode; children?: ReactNode }) {
  const { title, heading, about, children } = props
  useTitle(title)
  return (
    <main className={signIn['alone']}>
      <div className={signIn['welcome']}>
        <Brand />
        <h1 className={signIn['headline']}>{heading}</h1>
        {about && <p className={signIn['subtitle']}>{about}</p>}
        {children}
        <p className={signIn['back']}>
          <Link to="/login">Back to the sign-in</Link>
        </p>
      </div>
    </main>
  )
}
