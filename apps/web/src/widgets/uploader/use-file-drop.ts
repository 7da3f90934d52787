import { useEffect, useRef, useState, type RefObject } from 'react'
import { logFailure } from '../../lib/log.ts'
import { carriesFiles, droppedFiles } from './dropped-files.ts'

/**
 * Takes files that are dropped on an element, or anywhere on the page if there is none. Answers whether files hang over it.
 * A drop that nothing takes would make the browser leave the page for the file; the whole-page listener prevents that too.
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
    // Entering a child fires before leaving its parent: count instead of trusting the last event.
    let depth = 0
    const on = (type: string, handle: (event: DragEvent) => void) => {
      const listener = (event: Event) => {
        if (!carriesFiles((event as DragEvent).dataTransfer) || event.defaultPrevented) return
        handle(event as DragEvent)
      }
      element.addEventListener(type, listener)
      return () => element.removeEventListener(type, listener)
    }
    const stops = [
      on('dragenter', () => setOver(++depth > 0)),
      on('dragleave', () => setOver(--depth > 0)),
      on('dragover', event => event.preventDefault()),
      on('drop', event => {
        event.preventDefault()
        depth = 0
        setOver(false)
        if (event.dataTransfer)
          droppedFiles(event.dataTransfer).then(
            files => take.current(files),
            (reason: unknown) => logFailure('The dropped files could not be read', reason),
          )
      }),
    ]
    return () => {
      stops.forEach(stop => stop())
      setOver(false)
    }
  }, [target, enabled])
  return isOver
}
