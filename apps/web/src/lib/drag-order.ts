import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

/**
 * Returns the list with the item at `oldIndex` moved to `newIndex`. If `newIndex` is outside of the list, the item
 * moves to the nearest end.
 */
export function moveItem<T>(items: readonly T[], oldIndex: number, newIndex: number): T[] {
  const reordered = [...items]
  const [item] = reordered.splice(oldIndex, 1)
  if (item === undefined) return [...items]
  reordered.splice(Math.max(0, Math.min(newIndex, reordered.length)), 0, item)
  return reordered
}

type DropSide = 'before' | 'after'

/**
 * Returns the new index of an item that is dropped before or after the item at `overIndex`. The items behind the
 * dragged item move forward by one when the dragged item leaves its old position.
 */
export const targetIndex = (oldIndex: number, overIndex: number, side: DropSide) => {
  const insertionIndex = side === 'before' ? overIndex : overIndex + 1
  return oldIndex < insertionIndex ? insertionIndex - 1 : insertionIndex
}

type Point = { clientX: number; clientY: number }
type Options = {
  id: string
  index: number
  /** Whether the items are arranged horizontally or vertically. */
  axis: 'row' | 'column'
  onDrop: (id: string, newIndex: number) => void
}

function sideOf(element: Element, { clientX, clientY }: Point, axis: Options['axis']): DropSide {
  const { left, width, top, height } = element.getBoundingClientRect()
  const isBefore = axis === 'row' ? clientX < left + width / 2 : clientY < top + height / 2
  return isBefore ? 'before' : 'after'
}

/** Makes an item of an ordered list draggable and a drop target for the other items. */
export function useDragOrder<E extends HTMLElement>(options: Options) {
  const { id: itemId, axis } = options
  const ref = useRef<E>(null)
  const [isDragged, setIsDragged] = useState(false)
  const [side, setSide] = useState<DropSide | null>(null)
  const latestOptions = useRef(options)
  useEffect(() => {
    latestOptions.current = options
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ id: itemId, index: latestOptions.current.index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['id'] !== itemId,
        onDrag: ({ location }) => setSide(sideOf(element, location.current.input, axis)),
        onDragLeave: () => setSide(null),
        onDrop: ({ source, location }) => {
          setSide(null)
          const { id, index: oldIndex } = source.data as { id: string; index: number }
          const dropSide = sideOf(element, location.current.input, axis)
          latestOptions.current.onDrop(id, targetIndex(oldIndex, latestOptions.current.index, dropSide))
        },
      }),
    )
  }, [itemId, axis])
  return { ref, isDragged, side }
}
