import { lazy, Suspense, useCallback } from 'react'
import { useIsPhone } from '../lib/hooks/use-media-query.ts'
import { Outlet } from '../lib/router.ts'
import { useSession } from '../domain/session/session.tsx'
import { Footer } from './navigation/footer.tsx'
import styles from './shell.module.css'
import { TopBar } from './navigation/top-bar.tsx'
import { useServerEvents } from './session/use-server-events.ts'
import { useNoStrayDrops } from './use-no-stray-drops.ts'

const DeferredContent = lazy(async () => ({ default: (await import('./deferred-content.tsx')).DeferredContent }))

/** For phones only: a desktop does not load it. */
const BottomBar = lazy(async () => ({ default: (await import('./navigation/bottom-bar.tsx')).BottomBar }))

/** The frame of every screen of a signed-in user. */
export function Shell() {
  const isPhone = useIsPhone()
  const { refresh } = useSession()
  useNoStrayDrops()
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
