import { useEffect, useRef } from 'react'
import { isTyping } from '../../../lib/is-typing.ts'
import type { Selection } from './use-selection.ts'

/** Whether a key belongs to an open dialog, a menu or a text field. */
const isHandledElsewhere = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  isTyping(event.target) ||
  document.querySelector('dialog[open], [popover=auto]:popover-open') !== null

/** In selection mode, Escape leaves the mode and Ctrl (or Cmd) with A selects all shown photos. */
export function useSelectionKeys(selection: Selection | null) {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const isSelecting = selection !== null
  useEffect(() => {
    if (!isSelecting) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (isHandledElsewhere(event)) return
      const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a'
      if (isAll) latest.current?.selectAll()
      else if (event.key === 'Escape') latest.current?.stop()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isSelecting])
}
