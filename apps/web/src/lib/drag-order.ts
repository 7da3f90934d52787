import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

/**
 * Returns the list with the item at `from` moved to `to`. If `to` is outside of the list, the item moves to the nearest
 * end.
 */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items]
  const [item] = moved.splice(from, 1)
  if (item === undefined) return [...items]
  moved.splice(Math.max(0, Math.min(to, moved.length)), 0, item)
  return moved
}

type Side = 'before' | 'after'

/**
 * Returns the new index of an item that is dropped before or after the item at `over`. The items behind the dragged
 * item move forward by one when it is removed.
 */
export const targetIndex = (from: number, over: number, side: Side) => {
  const gap = side === 'before' ? over : over + 1
  return from < gap ? gap - 1 : gap
}

type Point = { clientX: number; clientY: number }
type Options = {
  id: string
  index: number
  /** Whether the items are arranged horizontally or vertically. */
  along: 'row' | 'column'
  onDrop: (id: string, to: number) => void
}

function sideOf(element: Element, { clientX, clientY }: Point, along: Options['along']): Side {
  const { left, width, top, height } = element.getBoundingClientRect()
  const isBefore = along === 'row' ? clientX < left + width / 2 : clientY < top + height / 2
  return isBefore ? 'before' : 'after'
}

/** Makes an item of an ordered list draggable and a drop target for the other items. */
export function useDragOrder<E extends HTMLElement>(options: Options) {
  const { id: itemId, along } = options
  const ref = useRef<E>(null)
  const [isDragged, setIsDragged] = useState(false)
  const [side, setSide] = useState<Side | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ id: itemId, index: latest.current.index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['id'] !== itemId,
        onDrag: ({ location }) => setSide(sideOf(element, location.current.input, along)),
        onDragLeave: () => setSide(null),
        onDrop: ({ source, location }) => {
          setSide(null)
          const { id, index: from } = source.data as { id: string; index: number }
          const over = sideOf(element, location.current.input, along)
          latest.current.onDrop(id, targetIndex(from, latest.current.index, over))
        },
      }),
    )
  }, [itemId, along])
  return { ref, isDragged, side }
}
