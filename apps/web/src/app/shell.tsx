import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useSession } from '../domain/session/session.tsx'
import { useIsPhone } from '../lib/hooks/use-media-query.ts'
import { Outlet } from '../lib/router.ts'
import styles from './frame.module.css'
import { Footer } from './navigation/footer.tsx'
import { TopBar } from './navigation/top-bar.tsx'
import { useServerEvents } from './session/use-server-events.ts'

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

/** Without this, the browser would leave the application to open a file that is dropped outside of a drop zone. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
