import { Grid3x3, RectangleHorizontal } from 'lucide-react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import type { GridView } from '../photo-grid/grid-rules.ts'
import styles from './view-toggle.module.css'

/** L-PHOTO-04 */
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
