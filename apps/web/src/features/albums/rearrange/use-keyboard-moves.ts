import { useEffect, useMemo, useState, type RefObject } from 'react'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { applyOrder, moveItem } from './photo-order.ts'
import type { KeyboardMoves } from './rearrange-tile.tsx'

export const idsOf = (photos: readonly Photo[]) => photos.map(photo => photo.id)

type Options = {
  photos: readonly Photo[]
  root: RefObject<HTMLElement | null>
  say: (sentence: string) => void
  onMove: (order: string[]) => void
}

/** A photo that the keyboard holds moves on screen only; the order is saved when it is put down. */
export function useKeyboardMoves({ photos, root, say, onMove }: Options) {
  const [held, setHeld] = useState<{ id: string; order: readonly string[] } | null>(null)
  const shown = useMemo(() => (held ? applyOrder(photos, held.order) : photos), [photos, held])
  const heldId = held?.id ?? null
  const heldIndex = shown.findIndex(photo => photo.id === heldId)
  useEffect(() => {
    // Moving an element in the document takes the focus from it.
    if (heldId) root.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(heldId)}"]`)?.focus()
  }, [heldId, heldIndex, root])

  const announce = (photo: Photo, what: string, index: number) =>
    say(`${photoName(photo)} ${what} position ${index + 1} of ${shown.length}`)
  const keyboard: KeyboardMoves = {
    grab: photo => {
      setHeld({ id: photo.id, order: idsOf(shown) })
      announce(photo, 'picked up,', shown.indexOf(photo))
    },
    step: (photo, by) => {
      const to = Math.max(0, Math.min(heldIndex + by, shown.length - 1))
      setHeld({ id: photo.id, order: moveItem(idsOf(shown), heldIndex, to) })
      announce(photo, 'moved to', to)
    },
    drop: photo => {
      announce(photo, 'put down at', heldIndex)
      if (held && photos[heldIndex]?.id !== photo.id) onMove([...held.order])
      setHeld(null)
    },
    cancel: photo => {
      setHeld(null)
      announce(
        photo,
        'is back at',
        photos.findIndex(({ id }) => id === photo.id),
      )
    },
  }
  return { shown, heldId, keyboard, announce }
}
