import { type RefObject, useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'

/** Browsers fire an event every half second during a drag. Without an event for this time, the drag has ended. */
const DRAG_TIMEOUT_MS = 3000

/** Tracks from drag events whether files are over an element. */
function trackDrag(onChange: (isDragOver: boolean) => void) {
  // `dragenter` of a child fires before `dragleave` of its parent, so the number of entered elements is counted.
  let depth = 0
  let timeout: ReturnType<typeof setTimeout> | undefined
  const setDepth = (count: number) => {
    depth = count
    onChange(depth > 0)
  }
  const end = () => {
    clearTimeout(timeout)
    setDepth(0)
  }
  return {
    enter: () => setDepth(depth + 1),
    leave: () => setDepth(depth - 1),
    stay() {
      setDepth(Math.max(depth, 1))
      // The timer ends the drag if no `dragleave` is fired, for example because the element was removed.
      clearTimeout(timeout)
      timeout = setTimeout(end, DRAG_TIMEOUT_MS)
    },
    end,
  }
}

/**
 * Handles files that the user drops on an element, or on the page if `target` is undefined. Returns whether files are
 * dragged over it.
 */
export function useFileDrop(onFiles: (files: File[]) => void, target?: RefObject<HTMLElement | null>, enabled = true) {
  const [isDragOver, setDragOver] = useState(false)
  const latestHandler = useRef(onFiles)
  useEffect(() => {
    latestHandler.current = onFiles
  })
  useEffect(() => {
    const element = target ? target.current : document
    if (!enabled || !element) return
    const drag = trackDrag(setDragOver)
    const listen = (type: string, handle: (event: DragEvent) => void) => {
      const listener = (event: Event) => {
        if (!carriesFiles((event as DragEvent).dataTransfer) || event.defaultPrevented) return
        handle(event as DragEvent)
      }
      element.addEventListener(type, listener)
      return () => element.removeEventListener(type, listener)
    }
    const cleanups = [
      listen('dragenter', drag.enter),
      listen('dragleave', drag.leave),
      listen('dragover', event => {
        event.preventDefault()
        drag.stay()
      }),
      listen('drop', event => {
        event.preventDefault()
        drag.end()
        if (event.dataTransfer)
          readDroppedFiles(event.dataTransfer).then(
            droppedFiles => latestHandler.current(droppedFiles),
            (reason: unknown) => logFailure('The dropped files could not be read', reason),
          )
      }),
      drag.end,
    ]
    return () => cleanups.forEach(cleanUp => cleanUp())
  }, [target, enabled])
  return isDragOver
}

/** Reads the dropped files, including those in folders. */
async function readDroppedFiles(data: DataTransfer): Promise<File[]> {
  // The entries are read before the first await, because their list is empty after the event.
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const plainFiles = [...data.files]
  if (!entries.some(entry => entry?.isDirectory)) return plainFiles
  const { readEntry } = await import('./dropped-folders.ts')
  return (await Promise.all(entries.filter(entry => entry !== null).map(readEntry))).flat()
}

const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false
