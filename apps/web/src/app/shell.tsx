import { Suspense, useCallback, useEffect } from 'react'
import { useSession } from '../domain/session/session.tsx'
import { useIsPhone } from '../lib/hooks/use-size.ts'
import { lazyOf } from '../lib/lazy.ts'
import { logFailure } from '../lib/log.ts'
import { Outlet } from '../lib/router.tsx'
import styles from './frame.module.css'
import { Footer } from './navigation/footer.tsx'
import { TopBar } from './navigation/top-bar.tsx'

/** Subscribes to server events. The code is loaded after the screen. */
function useServerEvents(onPlanChanged: () => void) {
  useEffect(() => {
    const unmounted = new AbortController()
    import('../domain/cache/server-events.ts')
      .then(({ subscribeInOneTab }) => {
        if (unmounted.signal.aborted) return
        const stop = subscribeInOneTab(change => change.type === 'plan.changed' && onPlanChanged())
        unmounted.signal.addEventListener('abort', stop)
      })
      .catch((reason: unknown) => logFailure('Subscribing to server events failed', reason))
    return () => unmounted.abort()
  }, [onPlanChanged])
}

const DeferredContent = lazyOf(() => import('./deferred-content.tsx'), 'DeferredContent')

/** Loaded on phones only. */
const BottomBar = lazyOf(() => import('./navigation/bottom-bar.tsx'), 'BottomBar')

/** The frame of all screens for signed-in users. */
export function Shell() {
  const isPhone = useIsPhone()
  const { refresh } = useSession()
  useServerEvents(useCallback(() => void refresh(), [refresh]))
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to content
      </a>
      <TopBar isPhone={isPhone} />
      <Suspense>
        <DeferredContent />
      </Suspense>
      <main id="content" tabIndex={-1} className={styles['content']}>
        <Outlet />
      </main>
      <Footer />
      <Suspense>{isPhone && <BottomBar />}</Suspense>
    </div>
  )
}
