import { useEffect, useRef, type RefObject } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** L-LB-07, S-PUB-06: the arrow keys turn the pages, unless they move a caret or belong to another dialog on top. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, move: (by: number) => void) {
  const latest = useRef(move)
  useEffect(() => {
    latest.current = move
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (!by || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target))
        return
      // When a focused control disappears the keys arrive at the body, which is still this dialog's business.
      const owner = event.target instanceof Element ? event.target.closest('dialog') : null
      if (owner && owner !== dialog.current) return
      event.preventDefault()
      latest.current(by)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dialog])
}
