import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { Photo } from '../../../domain/photos/photo.ts'
import styles from './cover.module.css'

type Props = { photo: Photo; x: number; y: number; onMove: (x: number, y: number) => void }

const STEP = 1
const LARGE_STEP = 10
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10

/** The whole photo, and on it the point that stays in sight however it is cut: dragged, or moved with the arrow keys. */
export function FocusPicker({ photo, x, y, onMove }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const moveTo = (event: PointerEvent) => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect()
    if (width > 0)
      onMove(percent(((event.clientX - left) / width) * 100), percent(((event.clientY - top) / height) * 100))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const by = event.shiftKey ? LARGE_STEP : STEP
    onMove(percent(x + step[0] * by), percent(y + step[1] * by))
  }
  const place = `${Math.round(x)} % from the left, ${Math.round(y)} % from the top`
  return (
    <div>
      <p className={styles['legend']}>Focal point</p>
      <p className={styles['note']}>What must stay in sight on every screen. Drag the ring, or use the arrow keys.</p>
      <div
        ref={box}
        className={styles['whole']}
        style={{ aspectRatio: `${photo.width ?? 3} / ${photo.height ?? 2}` }}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          moveTo(event)
        }}
        onPointerMove={event => event.buttons === 1 && moveTo(event)}
      >
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
