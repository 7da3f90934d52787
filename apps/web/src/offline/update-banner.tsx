import { AUTO_REFRESH_IDLE_MS } from '@daymark/contracts'
import { RefreshCw, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { runWhenIdle, isUnsafeToLeave, type Updates, type UpdateState } from './updates.ts'
import styles from './update-banner.module.css'

type Props = { updates: Pick<Updates, 'snapshot' | 'subscribe' | 'refresh'> }

/**
 * The banner that announces a new version. Its live region is always in the page, so that screen readers announce the
 * banner. After 'Not now' it stays hidden, and the page is not reloaded, until the update state changes.
 */
export function UpdateBanner({ updates }: Props) {
  const state = useStore(updates)
  const [dismissedState, setDismissedState] = useState<UpdateState>('none')
  return (
    <div role="status" className={styles['region']}>
      {state !== 'none' && state !== dismissedState && (
        <Banner updates={updates} isAutomatic={state === 'updated'} onDismiss={() => setDismissedState(state)} />
      )}
    </div>
  )
}

function Banner({ updates, isAutomatic, onDismiss }: Props & { isAutomatic: boolean; onDismiss: () => void }) {
  const [isRefreshing, setIsRefreshing] = useState(false)
  const banner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Reserves space for the banner at the bottom of the page.
    const { style } = document.documentElement
    style.setProperty('--size-update-banner', `calc(${banner.current?.offsetHeight ?? 0}px + var(--space-3))`)
    return () => void style.removeProperty('--size-update-banner')
  }, [isAutomatic])
  useEffect(
    () => (isAutomatic ? runWhenIdle(AUTO_REFRESH_IDLE_MS, () => void updates.refresh(), isUnsafeToLeave) : undefined),
    [isAutomatic, updates],
  )
  const refresh = () => {
    setIsRefreshing(true)
    // The user may cancel the reload, for example because an upload is running.
    void updates.refresh().finally(() => setIsRefreshing(false))
  }
  return (
    <div ref={banner} className={styles['banner']}>
      <RefreshCw aria-hidden className={styles['icon']} />
      <div className={styles['text']}>
        <p className={styles['title']}>Update Available - A new version of the product is ready</p>
        {isAutomatic && <p className={styles['note']}>Auto-refreshing in 30 seconds...</p>}
      </div>
      <Button appearance="primary" disabled={isRefreshing} onClick={refresh}>
        Refresh Now
      </Button>
      <IconButton name="Not now" className={styles['dismiss']} onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
