import { Compass } from 'lucide-react'
import { useEffect } from 'react'
import { useRemoveFirstScreen } from '../lib/first-screen.ts'
import { useTitle } from '../lib/page-meta.ts'
import { logFailure } from '../lib/log.ts'
import { Link, useRouteError } from '../lib/router.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './frame.module.css'

export function NotFoundPage() {
  useTitle('Not Found')
  return (
    <main className={styles['page']}>
      <Compass aria-hidden className={styles['icon']} />
      <h1 className="text-5">Not Found</h1>
      <p className={styles['text']}>No such page.</p>
      <Link to="/" className={buttonClass({ appearance: 'primary' })}>
        Back to Photos
      </Link>
    </main>
  )
}

/** Shown by the router when a screen could not be loaded or rendered. */
export function ErrorScreen() {
  const reason = useRouteError()
  useRemoveFirstScreen(false)
  useEffect(() => logFailure('A screen failed', reason), [reason])
  return (
    <main className={styles['page']}>
      <EmptyState
        title="Unexpected Application Error!"
        text="This page could not be displayed. Reload it to try again."
      >
        <Button appearance="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {/* The link loads the whole page, because the running application may be broken. */}
        <a className={buttonClass({})} href="/">
          Back to Photos
        </a>
      </EmptyState>
    </main>
  )
}
