import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

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
export function useDraggable() {
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
