import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/** px a press of an arrow key moves the panel. */
const keyStep = 24
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A panel that is moved by a handle inside it and never leaves the box it is positioned in. */
export function useDraggable() {
  const ref = useRef<HTMLElement>(null)
  const [at, setAt] = useState({ x: 0, y: 0 })
  const from = useRef<{ x: number; y: number } | null>(null)

  const moveTo = (x: number, y: number) => {
    const panel = ref.current
    const bounds = panel?.offsetParent
    if (!panel || !bounds) return
    const within = (value: number, before: number, size: number, room: number) =>
      Math.max(-before, Math.min(value, Math.max(-before, room - size - before)))
    setAt({
      x: within(x, panel.offsetLeft, panel.offsetWidth, bounds.clientWidth),
      y: within(y, panel.offsetTop, panel.offsetHeight, bounds.clientHeight),
    })
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX - at.x, y: event.clientY - at.y }
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current) moveTo(event.clientX - from.current.x, event.clientY - from.current.y)
    },
    onPointerUp: () => {
      from.current = null
    },
    onPointerCancel: () => {
      from.current = null
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = arrows[event.key]
      if (!step) return
      // The same keys turn the pages elsewhere in the lightbox.
      event.preventDefault()
      moveTo(at.x + step[0] * keyStep, at.y + step[1] * keyStep)
    },
  }
  return { ref, style: { transform: `translate(${at.x}px, ${at.y}px)` }, handlers }
}
