import { useEffect } from 'react'
import { logFailure } from '../lib/log.ts'
import { useRouteError } from '../lib/router.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './message.module.css'

/** The router's fallback after a screen failed to load or render. */
export function ErrorScreen() {
  const reason = useRouteError()
  useEffect(() => logFailure('A screen failed', reason), [reason])
  return (
    <main className={styles['page']}>
      <EmptyState
        title="Unexpected Application Error!"
        text="This screen could not be shown. Reloading it usually helps."
      >
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {/* A full page load, because the application itself may be broken. */}
        <a className={buttonClass({})} href="/">
          Back to Photos
        </a>
      </EmptyState>
    </main>
  )
}
