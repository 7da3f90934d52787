import { aspectRatio, type Photo } from '../../../domain/photos/photo.ts'
import type { CSSProperties } from 'react'
import { usePointPicker } from '../../../lib/hooks/use-point-picker.ts'
import styles from './cover.module.css'

type Props = { photo: Photo; x: number; y: number; onMove: (x: number, y: number) => void }

/** The whole photo with the focal point that stays visible in every crop: dragged, or moved with the arrow keys. */
export function FocusPicker({ photo, x, y, onMove }: Props) {
  const { area, onKeyDown, place } = usePointPicker({ x, y, onMove })
  const shape: CSSProperties & { '--ratio': number } = { '--ratio': aspectRatio(photo) }
  return (
    <div>
      <p className={styles['legend']}>Focal point</p>
      <p className={styles['note']}>This point stays visible on every screen. Drag the ring, or use the arrow keys.</p>
      <div {...area} className={styles['whole']} style={shape}>
        <img src={photo.url.replace('/lg/', '/md/')} alt="" draggable={false} />
        <button
          type="button"
          className={styles['ring']}
          style={{ left: `${x}%`, top: `${y}%` }}
          aria-label={`Focal point: ${place}`}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="visually-hidden">
        {place}
      </p>
    </div>
  )
}
