import { useEffect } from 'react'
import { logFailure } from '../lib/log.ts'
import { useRouteError } from '../lib/router.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './message.module.css'

/** The router's fallback: something broke while a screen was loaded or drawn. */
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
        {/* A real page load: the application may be the part that is broken. */}
        <a className={buttonClass({})} href="/">
          Back to Photos
        </a>
      </EmptyState>
    </main>
  )
}
