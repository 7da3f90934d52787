import { CloudOff, Grid3x3, RectangleHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { safeLocalStorage } from '../../lib/storage.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GridView } from '../photo-grid/justified-layout.ts'
import styles from './photo-list.module.css'

/** The header of a list of photos with title, summary and actions. */
export function ListHeader(props: { title: string; icon?: ReactNode; summary: string | null; children?: ReactNode }) {
  const { title, icon, summary, children } = props
  return (
    <header className={styles['header']}>
      <div className={styles['heading']}>
        <h1 className={styles['title']}>
          {icon}
          {title}
        </h1>
        <p aria-live="polite" className="muted">
          {summary}
        </p>
      </div>
      <div className="wrap align-items-center">{children}</div>
    </header>
  )
}

/** L-PHOTO-04: switches between the grid view and the large view. */
export function ViewToggle({ view, onView }: { view: GridView; onView: (view: GridView) => void }) {
  return (
    <div role="group" aria-label="View" className={styles['views']}>
      <IconButton name="Grid view" aria-pressed={view === 'grid'} onClick={() => onView('grid')}>
        <Grid3x3 aria-hidden />
      </IconButton>
      <IconButton name="Large view" aria-pressed={view === 'large'} onClick={() => onView('large')}>
        <RectangleHorizontal aria-hidden />
      </IconButton>
    </div>
  )
}

const VIEW_KEY = 'daymark.photos-view'

/** The view of the photo grid, which this browser stores. */
export function useGridView(): [GridView, (view: GridView) => void] {
  const [view, setView] = useState<GridView>(() => (safeLocalStorage.getItem(VIEW_KEY) === 'large' ? 'large' : 'grid'))
  const choose = (next: GridView) => {
    safeLocalStorage.setItem(VIEW_KEY, next)
    setView(next)
  }
  return [view, choose]
}

export function PhotosFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<CloudOff aria-hidden />}
      title="Your photos could not be loaded"
      text="Your photos are safe. Check your connection and try again."
    >
      <Button appearance="primary" onClick={onRetry}>
        Try Again
      </Button>
    </EmptyState>
  )
}
