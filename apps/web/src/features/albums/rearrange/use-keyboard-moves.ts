import { useEffect, useMemo, useState, type RefObject } from 'react'
import { itemName, type Item } from './items.ts'
import { moveItem } from '../../../lib/move-item.ts'
import { applyOrder } from './photo-order.ts'
import type { KeyboardMoves } from './rearrange-tile.tsx'

export const idsOf = (items: readonly Item[]) => items.map(item => item.id)

type Options = {
  items: readonly Item[]
  root: RefObject<HTMLElement | null>
  say: (message: string) => void
  onMove: (order: string[]) => void
}

/** An item held by the keyboard moves on screen only; the order is saved when it is dropped. */
export function useKeyboardMoves({ items, root, say, onMove }: Options) {
  const [held, setHeld] = useState<{ id: string; order: readonly string[] } | null>(null)
  const shown = useMemo(() => (held ? applyOrder(items, held.order) : items), [items, held])
  const heldId = held?.id ?? null
  const heldIndex = shown.findIndex(item => item.id === heldId)
  useEffect(() => {
    // Moving an element in the document removes its focus.
    if (heldId) root.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(heldId)}"]`)?.focus()
  }, [heldId, heldIndex, root])

  const announce = (item: Item, what: string, index: number) =>
    say(`${itemName(item)} ${what} position ${index + 1} of ${shown.length}`)
  const keyboard: KeyboardMoves = {
    grab: item => {
      setHeld({ id: item.id, order: idsOf(shown) })
      announce(item, 'picked up,', shown.indexOf(item))
    },
    step: (item, by) => {
      const to = Math.max(0, Math.min(heldIndex + by, shown.length - 1))
      setHeld({ id: item.id, order: moveItem(idsOf(shown), heldIndex, to) })
      announce(item, 'moved to', to)
    },
    drop: item => {
      announce(item, 'dropped at', heldIndex)
      if (held && items[heldIndex]?.id !== item.id) onMove([...held.order])
      setHeld(null)
    },
    cancel: item => {
      setHeld(null)
      announce(
        item,
        'is back at',
        items.findIndex(({ id }) => id === item.id),
      )
    },
  }
  return { shown, heldId, keyboard, announce }
}
