import { type RefObject, useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'

/** Dragged files cause an event at least every half second; after this time without one they are gone. */
const LOST_MS = 3000

/** Whether files are dragged over an element, from its events. */
function trackDrag(onChange: (isOver: boolean) => void) {
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
    const files = trackDrag(setOver)
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

/** Folders in which systems store previews. */
const isHidden = (folder: string) => folder.startsWith('.') || ['@eadir', '__macosx'].includes(folder.toLowerCase())

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const batchOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  if (isHidden(folder.name)) return []
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  // A reader returns at most a hundred entries at a time and an empty batch at the end.
  for (let batch = await batchOf(reader); batch.length; batch = await batchOf(reader)) entries.push(...batch)
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) return filesIn(entry as FileSystemDirectoryEntry)
  return entry.isFile ? [collectPath(await fileOf(entry as FileSystemFileEntry), entry.fullPath)] : []
}

/** The files of a drop, including those in dropped folders. */
async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be read before the event ends; later the list is empty.
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const plain = [...data.files]
  if (!entries.some(entry => entry?.isDirectory)) return plain
  return (await Promise.all(entries.filter(entry => entry !== null).map(filesOf))).flat()
}

const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/** Browsers set the path of a chosen file but not of a dropped one. */
const paths = new WeakMap<File, string>()

export function collectPath(file: File, fullPath: string) {
  paths.set(file, fullPath.replace(/^\//, ''))
  return file
}
export const pathOf = (file: File) => paths.get(file) ?? (file.webkitRelativePath || file.name)

export const isFromFolder = (file: File) => pathOf(file).includes('/')
