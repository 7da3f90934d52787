import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { listFileKinds, sortFiles } from './files/accepted-files.ts'
import { BlockedFilesDialog } from './files/blocked-files.dialog.tsx'
import { DropZone, MoreZone } from './files/drop-zone.tsx'
import { FailedUploads, UploadList } from './list/upload-list.tsx'
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
  const { items, isRunning, waitReason, withDuplicates, failed } = useUploads(queue)
  const [blocked, setBlocked] = useState<readonly File[]>([])
  const [leftOut, setLeftOut] = useState<readonly File[]>([])
  const add = (files: readonly File[]) => {
    const sorted = sortFiles(files)
    queue.add(sorted.accepted)
    setLeftOut(sorted.leftOut)
    if (sorted.rejected.length) setBlocked(sorted.rejected)
  }
  useInitialFiles(initialFiles, add)
  const root = useRef<HTMLDivElement>(null)
  const isOver = useFileDrop(add, root)
  useEffect(() => (onFinished ? queue.onFinished(onFinished) : undefined), [queue, onFinished])

  return (
    <div ref={root} className={classNames(styles['uploader'], isOver && styles['drag-over'])}>
      {items.length === 0 && <DropZone onFiles={add} />}
      {items.length > 0 && (
        <>
          <UploadList
            items={items}
            waitReason={waitReason}
            withDuplicates={withDuplicates}
            isForAlbum={albumId !== undefined}
            onWithDuplicates={wanted => queue.setWithDuplicates(wanted)}
            onRemove={queue.remove}
            onRetry={queue.retry}
          />
          <MoreZone onFiles={add} />
          <SkippedFiles files={leftOut} />
          <div className={styles['buttons']}>
            <Button look="quiet" onClick={() => queue.clear()}>
              Clear
            </Button>
            <Button
              look="primary"
              disabled={isRunning || !items.some(({ state }) => state === 'waiting')}
              onClick={() => void queue.start()}
            >
              {isRunning ? 'Uploading…' : 'Upload All'}
            </Button>
          </div>
        </>
      )}
      {items.length === 0 && <SkippedFiles files={leftOut} />}
      {failed.length > 0 && <FailedUploads items={failed} onRetry={() => queue.retryFailed()} />}
      {blocked.length > 0 && <BlockedFilesDialog files={blocked} onClose={() => setBlocked([])} />}
    </div>
  )
}

/** Lists the names of files in a folder that are skipped because they are not photos. */
function SkippedFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <p className={styles['left-out']}>
      {files.length === 1
        ? `1 file that is not a photo was skipped: ${files[0]?.name}`
        : `${files.length} files that are not photos were skipped: ${listFileKinds(files).join(', ')}`}
    </p>
  )
}

/** Adds the files of each drop once, even if the component renders again with the same array. */
function useInitialFiles(files: readonly File[] | undefined, add: (files: readonly File[]) => void) {
  const taken = useRef<readonly File[] | undefined>(undefined)
  useEffect(() => {
    if (!files?.length || taken.current === files) return
    taken.current = files
    add(files)
  })
}
