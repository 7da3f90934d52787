import { useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Shift selects the range between the last pressed photo and this one. */
  toggle: (id: string, withRange: boolean) => void
  selectAll: () => void
  /** Leaves selection mode. */
  stop: () => void
}

/** The selection after a press, as a pure function. */
export function toggled(ids: ReadonlySet<string>, order: readonly string[], id: string, from: string | null) {
  const next = new Set(ids)
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(id)]
  if (start < 0 || end < 0) {
    if (!next.delete(id)) next.add(id)
    return next
  }
  const isSelecting = !ids.has(id)
  for (const between of order.slice(Math.min(start, end), Math.max(start, end) + 1))
    if (isSelecting) next.add(between)
    else next.delete(between)
  return next
}

/** The selection mode of a list of photos: off (null), or on with the selected ids. `order` is the order on screen. */
export function useSelection(order: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const [last, setLast] = useState<string | null>(null)
  const set = (next: Iterable<string> | null, from: string | null = null) => {
    setIds(next && new Set(next))
    setLast(from)
  }
  const toggle = (id: string, withRange: boolean) => {
    setIds(now => toggled(now ?? new Set(), order, id, withRange ? last : null))
    setLast(id)
  }
  const stop = () => set(null)
  // Photos that left the list (deleted, another page) are deselected.
  const present = ids && new Set(order.filter(id => ids.has(id)))
  return {
    selection: present && { ids: present, toggle, selectAll: () => set(order), stop },
    start: () => set([]),
    /** Starts with one selected photo, after a long press. */
    startWith: (id: string) => set([id], id),
    stop,
  }
}
