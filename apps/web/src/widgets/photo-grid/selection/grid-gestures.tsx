import { TAP_MAX_PX } from '@daymark/contracts'
import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../../../lib/is-typing.ts'
import type { Selection } from './use-selection.ts'

/** Whether a key belongs to an open dialog, a menu or a text field. */
const isHandledElsewhere = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  isTyping(event.target) ||
  document.querySelector('dialog[open], [popover=auto]:popover-open') !== null

/** In selection mode, Escape leaves the mode and Ctrl (or Cmd) with A selects all shown photos. */
export function useSelectionKeys(selection: Selection | null) {
  const latestSelection = useRef(selection)
  useEffect(() => {
    latestSelection.current = selection
  })
  const isSelecting = selection !== null
  useEffect(() => {
    if (!isSelecting) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (isHandledElsewhere(event)) return
      const isSelectAllKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a'
      if (isSelectAllKey) latestSelection.current?.selectAll()
      else if (event.key === 'Escape') latestSelection.current?.stop()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isSelecting])
}

type Props = {
  list: RefObject<HTMLElement | null>
  selection: Selection | null
  onHold: ((index: number) => void) | undefined
}

/**
 * Handles long presses and keyboard shortcuts of the grid. It renders nothing, so it is loaded after the first screen.
 */
export function GridGestures({ list, selection, onHold }: Props) {
  useLongPress(list, selection ? undefined : onHold)
  useSelectionKeys(selection)
  return null
}

/** The duration of a long press, as in operating systems. */
const LONG_PRESS_MS = 500

type OnHold = (index: number) => void

/** Detects long presses on list items, which have data-index, until the signal aborts. */
function listenForLongPress(list: HTMLElement, getOnHold: () => OnHold | undefined, signal: AbortSignal) {
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null
  let isTouch = false
  // True from the end of a long press until the next click. This click is suppressed, because it could press an element
  // that appeared below the finger.
  let wasHeld = false
  const cancelPress = () => {
    if (press) clearTimeout(press.timer)
    press = null
  }
  const startPress = (event: PointerEvent) => {
    cancelPress()
    wasHeld = false
    isTouch = event.pointerType === 'touch'
    const item = event.target instanceof Element && event.target.closest<HTMLElement>('[data-index]')
    if (!getOnHold() || !isTouch || !event.isPrimary || !item) return
    const timer = setTimeout(() => {
      wasHeld = true
      navigator.vibrate?.(10)
      getOnHold()?.(Number(item.dataset['index']))
    }, LONG_PRESS_MS)
    press = { timer, x: event.clientX, y: event.clientY }
  }
  const cancelIfMoved = ({ clientX, clientY }: PointerEvent) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > TAP_MAX_PX) cancelPress()
  }
  const suppressClick = (event: Event) => {
    if (!wasHeld) return
    wasHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  list.addEventListener('pointerdown', startPress, { signal })
  list.addEventListener('pointermove', cancelIfMoved, { signal })
  list.addEventListener('pointerup', cancelPress, { signal })
  list.addEventListener('pointercancel', cancelPress, { signal })
  // Prevents the context menu of the browser.
  list.addEventListener('contextmenu', event => isTouch && event.preventDefault(), { signal })
  list.addEventListener('click', suppressClick, { signal, capture: true })
  signal.addEventListener('abort', cancelPress)
}

/** Calls `onHold` after a long press on a list item. Does nothing if `onHold` is undefined. */
function useLongPress(list: RefObject<HTMLElement | null>, onHold: OnHold | undefined) {
  const latestOnHold = useRef(onHold)
  useEffect(() => {
    latestOnHold.current = onHold
  })
  useEffect(() => {
    if (!list.current) return
    const controller = new AbortController()
    listenForLongPress(list.current, () => latestOnHold.current, controller.signal)
    return () => controller.abort()
  }, [list])
}
