import { lazy, Suspense } from 'react'
import { useParams } from '../../lib/router.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useBrandColours } from './brand/shown-brand.ts'
import { Gallery } from './gallery/gallery.tsx'
import { Unavailable } from './unavailable.tsx'
import { useShare } from './use-share.ts'

const Seldom = lazy(async () => ({ default: (await import('./seldom.tsx')).Seldom }))
const waiting = <Spinner label="Loading..." fill />

/** S-PUB-01: the public gallery, without session and without the application around it. */
export function SharePage() {
  const { token = '' } = useParams()
  useBrandColours()
  return <Suspense fallback={waiting}>{token === '~mails' ? <Seldom /> : <Shared token={token} />}</Suspense>
}

function Shared({ token }: { token: string }) {
  const { state, reload } = useShare(token)
  switch (state.is) {
    case 'loading':
      return waiting
    case 'locked':
      return <Seldom locked={{ token, hint: state.hint, onUnlocked: reload }} />
    case 'unavailable':
      return <Unavailable message={state.message} onRetry={state.mayRetry ? reload : null} />
    case 'open':
      return <Gallery share={state.share} />
  }
}
