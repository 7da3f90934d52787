import { ExternalLink, GripHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type ExifRow, exifSections, readExif } from './exif-format.ts'
import styles from './info.module.css'

function Row({ label, value, mapUrl }: ExifRow) {
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>
        {value}
        {mapUrl && (
          <a href={mapUrl} target="_blank" rel="noopener noreferrer" className={styles['map']}>
            View on Map
            <ExternalLink aria-hidden />
          </a>
        )}
      </dd>
    </div>
  )
}

/** L-LB-13: a panel over the stage that can be moved by its handle, also with the arrow keys. */
export function ExifPanel({ data }: { data: unknown }) {
  const { ref, style, handlers } = useDraggable()
  const sections = exifSections(readExif(data))
  return (
    <section ref={ref} aria-label="EXIF" className={styles['panel']} style={style}>
      <button
        type="button"
        aria-label="Move EXIF panel"
        title="Drag, or use the arrow keys"
        className={styles['handle']}
        {...handlers}
      >
        <GripHorizontal aria-hidden />
      </button>
      <div className={styles['body']}>
        {sections.length === 0 && <p className={styles['no-exif']}>No EXIF data available for this image.</p>}
        {sections.map(({ title, rows }) => (
          <div key={title} className={styles['section']}>
            <h3>{title}</h3>
            <dl>
              {rows.map(row => (
                <Row key={row.label} {...row} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The distance in px by which an arrow key moves the panel. */
const keyStep = 24
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
type Shift = { x: number; y: number }

/** Limits the offset of the panel from its initial position. If it does not fit, its beginning stays visible. */
function within(panel: HTMLElement, { x, y }: Shift): Shift {
  const bounds = panel.offsetParent
  if (!bounds) return { x, y }
  const clamp = (value: number, before: number, size: number, room: number) =>
    Math.max(-before, Math.min(value, Math.max(-before, room - size - before)))
  return {
    x: clamp(x, panel.offsetLeft, panel.offsetWidth, bounds.clientWidth),
    y: clamp(y, panel.offsetTop, panel.offsetHeight, bounds.clientHeight),
  }
}

/** A panel that is moved by a handle inside it and never leaves its containing box, also when either is resized. */
function useDraggable() {
  const ref = useRef<HTMLElement>(null)
  const [at, setAt] = useState<Shift>({ x: 0, y: 0 })
  const from = useRef<Shift | null>(null)
  const moveTo = (x: number, y: number) => ref.current && setAt(within(ref.current, { x, y }))
  const letGo = () => {
    from.current = null
  }

  useEffect(() => {
    const panel = ref.current
    if (!panel?.offsetParent) return
    const observer = new ResizeObserver(() => setAt(now => within(panel, now)))
    observer.observe(panel)
    observer.observe(panel.offsetParent)
    return () => observer.disconnect()
  }, [])

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX - at.x, y: event.clientY - at.y }
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current) moveTo(event.clientX - from.current.x, event.clientY - from.current.y)
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent) => {
      const step = arrows[event.key]
      if (!step) return
      // The same keys navigate elsewhere in the lightbox.
      event.preventDefault()
      moveTo(at.x + step[0] * keyStep, at.y + step[1] * keyStep)
    },
  }
  return { ref, style: { transform: `translate(${at.x}px, ${at.y}px)` }, handlers }
}
