import { lazy, Suspense } from 'react'
import { useParams } from '../../lib/router.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useBrandColours } from './brand/shown-brand.ts'
import { Gallery } from './gallery/gallery.tsx'
import { Unavailable } from './unavailable.tsx'
import { useShare } from './use-share.ts'

// Few links have a password.
const PasswordForm = lazy(async () => ({ default: (await import('./password-form.tsx')).PasswordForm }))

/** S-PUB-01: the public gallery, without session and without the application around it. */
export function SharePage() {
  const { token = '' } = useParams()
  useBrandColours()
  const { state, reload } = useShare(token)
  switch (state.is) {
    case 'loading':
      return <Spinner label="Loading..." fill />
    case 'locked':
      return (
        <Suspense fallback={<Spinner label="Loading..." fill />}>
          <PasswordForm token={token} hint={state.hint} onUnlocked={reload} />
        </Suspense>
      )
    case 'unavailable':
      return <Unavailable message={state.message} onRetry={state.mayRetry ? reload : null} />
    case 'open':
      return <Gallery share={state.share} />
  }
}
