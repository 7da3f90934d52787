import { useEffect, useRef } from 'react'
import { isTyping } from '../../../lib/is-typing.ts'
import type { Selection } from './use-selection.ts'

/** The keys belong to an open dialog or menu, or to a text field. */
const isTaken = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  isTyping(event.target) ||
  document.querySelector('dialog[open], [popover=auto]:popover-open') !== null

/** While selecting, Escape stops and Ctrl (or Cmd) with A selects all shown photos. */
export function useSelectionKeys(selection: Selection | null) {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const isSelecting = selection !== null
  useEffect(() => {
    if (!isSelecting) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTaken(event)) return
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
