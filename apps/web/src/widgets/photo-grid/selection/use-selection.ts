import { useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Toggles a photo, or with `withRange` all photos between the last toggled photo and this one. */
  toggle: (id: string, withRange: boolean) => void
  selectAll: () => void
  /** Leaves selection mode. */
  stop: () => void
}

/** Returns the selection after a photo, or the range from `rangeStartId` to this photo, was toggled. */
export function toggleInSelection(
  ids: ReadonlySet<string>,
  order: readonly string[],
  id: string,
  rangeStartId: string | null,
) {
  const next = new Set(ids)
  const [startIndex, endIndex] = [rangeStartId === null ? -1 : order.indexOf(rangeStartId), order.indexOf(id)]
  if (startIndex < 0 || endIndex < 0) {
    if (!next.delete(id)) next.add(id)
    return next
  }
  const isSelecting = !ids.has(id)
  for (const rangeId of order.slice(Math.min(startIndex, endIndex), Math.max(startIndex, endIndex) + 1))
    if (isSelecting) next.add(rangeId)
    else next.delete(rangeId)
  return next
}

/**
 * The selection mode of a list of photos. `selection` is null while the mode is off. `order` contains the ids in the
 * order on screen.
 */
export function useSelection(order: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const [lastToggledId, setLastToggledId] = useState<string | null>(null)
  const setSelection = (next: Iterable<string> | null, rangeStartId: string | null = null) => {
    setIds(next && new Set(next))
    setLastToggledId(rangeStartId)
  }
  const toggle = (id: string, withRange: boolean) => {
    setIds(current => toggleInSelection(current ?? new Set(), order, id, withRange ? lastToggledId : null))
    setLastToggledId(id)
  }
  const stop = () => setSelection(null)
  // Photos that are no longer in the list, because they were deleted or the page changed, are not selected.
  const visibleIds = ids && new Set(order.filter(id => ids.has(id)))
  return {
    selection: visibleIds && { ids: visibleIds, toggle, selectAll: () => setSelection(order), stop },
    start: () => setSelection([]),
    /** Starts selection mode with one selected photo. */
    startWith: (id: string) => setSelection([id], id),
    stop,
  }
}
