import { ExternalLink, GripHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type ExifRow, createExifSections, readExif } from './exif-format.ts'
import styles from './info.module.css'

function ExifRowView({ label, value, mapUrl }: ExifRow) {
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

/** L-LB-13: a panel with EXIF data above the photo. The user moves it by its handle or with the arrow keys. */
export function ExifPanel({ data }: { data: unknown }) {
  const { ref, style, handlers } = useDraggable()
  const sections = createExifSections(readExif(data))
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
        {sections.length === 0 && <p className="muted">No EXIF data available for this image.</p>}
        {sections.map(({ title, rows }) => (
          <div key={title} className={styles['section']}>
            <h3>{title}</h3>
            <dl>
              {rows.map(row => (
                <ExifRowView key={row.label} {...row} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}

/** An arrow key moves the panel by this distance. */
const ARROW_STEP_PX = 24
const KEY_DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
type Offset = { x: number; y: number }

/**
 * Limits the offset of the panel from its initial position so that the panel stays inside its container. If the panel
 * is larger than the container, its top left corner stays visible.
 */
function clampOffset(panel: HTMLElement, { x, y }: Offset): Offset {
  const bounds = panel.offsetParent
  if (!bounds) return { x, y }
  const clamp = (value: number, start: number, size: number, containerSize: number) =>
    Math.max(-start, Math.min(value, Math.max(-start, containerSize - size - start)))
  return {
    x: clamp(x, panel.offsetLeft, panel.offsetWidth, bounds.clientWidth),
    y: clamp(y, panel.offsetTop, panel.offsetHeight, bounds.clientHeight),
  }
}

/** Lets the user move a panel by a handle. The panel stays inside its container when panel or container is resized. */
function useDraggable() {
  const ref = useRef<HTMLElement>(null)
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 })
  const dragStart = useRef<Offset | null>(null)
  const moveTo = (x: number, y: number) => ref.current && setOffset(clampOffset(ref.current, { x, y }))
  const endDrag = () => {
    dragStart.current = null
  }

  useEffect(() => {
    const panel = ref.current
    if (!panel?.offsetParent) return
    const observer = new ResizeObserver(() => setOffset(current => clampOffset(panel, current)))
    observer.observe(panel)
    observer.observe(panel.offsetParent)
    return () => observer.disconnect()
  }, [])

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      dragStart.current = { x: event.clientX - offset.x, y: event.clientY - offset.y }
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragStart.current) moveTo(event.clientX - dragStart.current.x, event.clientY - dragStart.current.y)
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onKeyDown: (event: KeyboardEvent) => {
      const direction = KEY_DIRECTIONS[event.key]
      if (!direction) return
      // Prevents the lightbox from navigating to another photo.
      event.preventDefault()
      moveTo(offset.x + direction[0] * ARROW_STEP_PX, offset.y + direction[1] * ARROW_STEP_PX)
    },
  }
  return { ref, style: { transform: `translate(${offset.x}px, ${offset.y}px)` }, handlers }
}
