import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { listFileKinds, sortFiles } from './files/accepted-files.ts'
import { BlockedFilesDialog } from './files/blocked-files.dialog.tsx'
import { DropZone, AddMoreZone } from './files/drop-zone.tsx'
import { FailedUploads, PauseButton, UploadList } from './list/upload-list.tsx'
import type { UploadCounts } from './queue/upload-item.ts'
import { getUploadQueue, useUploads } from './queue/upload-queues.ts'
import styles from './uploader.module.css'
import { useFileDrop } from './files/use-file-drop.ts'

type Props = {
  /** L-UPL-01: the album to which the uploaded photos are added. */
  albumId?: string
  /** Files that the user dropped on the page before the uploader was open. Each drop is a new array. */
  initialFiles?: readonly File[]
  onFinished?: (counts: UploadCounts) => void
}

/** L-UPL: lets the user add files to a list and upload them. */
export function Uploader({ albumId, initialFiles, onFinished }: Props) {
  const queue = getUploadQueue(albumId)
  const { items, isRunning, isPaused, waitReason, includesDuplicates, failed } = useUploads(queue)
  const [rejectedFiles, setRejectedFiles] = useState<readonly File[]>([])
  const [skippedFiles, setSkippedFiles] = useState<readonly File[]>([])
  const add = (files: readonly File[]) => {
    const sorted = sortFiles(files)
    queue.add(sorted.accepted)
    setSkippedFiles(sorted.skipped)
    if (sorted.rejected.length) setRejectedFiles(sorted.rejected)
  }
  useInitialFiles(initialFiles, add)
  const root = useRef<HTMLDivElement>(null)
  const isDragOver = useFileDrop(add, root)
  useEffect(() => (onFinished ? queue.onFinished(onFinished) : undefined), [queue, onFinished])

  return (
    <div ref={root} className={classNames(styles['uploader'], isDragOver && styles['drag-over'])}>
      {items.length === 0 && <DropZone onFiles={add} />}
      {items.length > 0 && (
        <>
          <UploadList
            items={items}
            waitReason={waitReason}
            isPaused={isPaused}
            includesDuplicates={includesDuplicates}
            isForAlbum={albumId !== undefined}
            onIncludeDuplicates={isEnabled => queue.setIncludesDuplicates(isEnabled)}
            onRemove={queue.remove}
            onRetry={queue.retry}
          />
          <AddMoreZone onFiles={add} />
          <SkippedFiles files={skippedFiles} />
          <div className={`wrap ${styles['buttons']}`}>
            <Button appearance="quiet" onClick={() => queue.clear()}>
              Clear
            </Button>
            {isRunning && <PauseButton queue={queue} isPaused={isPaused} appearance={isPaused ? 'primary' : 'plain'} />}
            {!isPaused && (
              <Button
                appearance="primary"
                disabled={isRunning || !items.some(({ state }) => state === 'waiting')}
                onClick={() => void queue.start()}
              >
                {isRunning ? 'Uploading…' : 'Upload All'}
              </Button>
            )}
          </div>
        </>
      )}
      {items.length === 0 && <SkippedFiles files={skippedFiles} />}
      {failed.length > 0 && <FailedUploads items={failed} onRetry={() => queue.retryFailed()} />}
      {rejectedFiles.length > 0 && <BlockedFilesDialog files={rejectedFiles} onClose={() => setRejectedFiles([])} />}
    </div>
  )
}

/** Lists the names of files in a folder that are skipped because they are not photos. */
function SkippedFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <p className="caption break-anywhere">
      {files.length === 1
        ? `1 file that is not a photo was skipped: ${files[0]?.name}`
        : `${files.length} files that are not photos were skipped: ${listFileKinds(files).join(', ')}`}
    </p>
  )
}

/** Adds the files of each drop once, even if the component renders again with the same array. */
function useInitialFiles(files: readonly File[] | undefined, add: (files: readonly File[]) => void) {
  const addedFiles = useRef<readonly File[] | undefined>(undefined)
  useEffect(() => {
    if (!files?.length || addedFiles.current === files) return
    addedFiles.current = files
    add(files)
  })
}
