import { Minus, Plus } from 'lucide-react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Zoom } from './use-zoom.ts'
import styles from '../lightbox.module.css'

/**
 * Shows the zoom in percent of the actual size, with buttons. On a phone it is visible only while the photo is zoomed.
 */
export function ZoomControl({ zoom }: { zoom: Zoom }) {
  const { percent, isZoomed } = zoom
  const isPhone = useIsPhone()
  if (percent === null || (isPhone && !isZoomed)) return null
  const actionText = isZoomed ? 'fit to screen' : 'show at actual size'
  return (
    <div role="group" aria-label="Zoom" className={styles['zoom']}>
      <IconButton name="Zoom out" disabled={!isZoomed} onClick={zoom.zoomOut}>
        <Minus aria-hidden />
      </IconButton>
      <button
        type="button"
        aria-label={`${percent}%, ${actionText}`}
        title={isZoomed ? 'Fit to screen (Z)' : 'Actual size (Z)'}
        className={styles['percent']}
        onClick={() => zoom.toggle()}
      >
        {percent}%
      </button>
      <IconButton name="Zoom in" onClick={zoom.zoomIn}>
        <Plus aria-hidden />
      </IconButton>
      <span role="status" className="visually-hidden">
        {isZoomed && `Zoomed to ${percent}%`}
      </span>
    </div>
  )
}
