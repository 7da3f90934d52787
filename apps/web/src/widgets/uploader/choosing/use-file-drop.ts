import { useEffect, useRef, useState, type RefObject } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { carriesFiles, droppedFiles } from './dropped-files.ts'

/** Dragged files cause an event at least every half second; after this time without one they are gone. */
const LOST_MS = 3000

/** Whether files are dragged over an element, from its events. */
function hangingFiles(onChange: (isOver: boolean) => void) {
  // Entering a child fires before leaving its parent: count instead of trusting the last event.
  let depth = 0
  let lost: ReturnType<typeof setTimeout> | undefined
  const hang = (count: number) => {
    depth = count
    onChange(depth > 0)
  }
  const end = () => {
    clearTimeout(lost)
    hang(0)
  }
  return {
    enter: () => hang(depth + 1),
    leave: () => hang(depth - 1),
    stay() {
      hang(Math.max(depth, 1))
      // An element that is removed below them fires no dragleave.
      clearTimeout(lost)
      lost = setTimeout(end, LOST_MS)
    },
    end,
  }
}

/**
 * Handles files that are dropped on an element, or anywhere on the page without one. Returns whether files are dragged over
 * it. Without a handler the browser would leave the page to open the file; the listener of the whole page prevents that too.
 */
export function useFileDrop(onFiles: (files: File[]) => void, target?: RefObject<HTMLElement | null>, enabled = true) {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const element = target ? target.current : document
    if (!enabled || !element) return
    const files = hangingFiles(setOver)
    const on = (type: string, handle: (event: DragEvent) => void) => {
      const listener = (event: Event) => {
        if (!carriesFiles((event as DragEvent).dataTransfer) || event.defaultPrevented) return
        handle(event as DragEvent)
      }
      element.addEventListener(type, listener)
      return () => element.removeEventListener(type, listener)
    }
    const stops = [
      on('dragenter', files.enter),
      on('dragleave', files.leave),
      on('dragover', event => {
        event.preventDefault()
        files.stay()
      }),
      on('drop', event => {
        event.preventDefault()
        files.end()
        if (event.dataTransfer)
          droppedFiles(event.dataTransfer).then(
            dropped => take.current(dropped),
            (reason: unknown) => logFailure('The dropped files could not be read', reason),
          )
      }),
      files.end,
    ]
    return () => stops.forEach(stop => stop())
  }, [target, enabled])
  return isOver
}
