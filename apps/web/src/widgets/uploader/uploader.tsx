import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { kindsOf, sortFiles } from './choosing/accepted-files.ts'
import { BlockedFilesDialog } from './choosing/blocked-files.dialog.tsx'
import { DropZone, MoreZone } from './choosing/drop-zone.tsx'
import { FailedUploads } from './list/failed-uploads.tsx'
import { UploadList } from './list/upload-list.tsx'
import type { UploadCounts } from './queue/upload-state.ts'
import { uploadQueue, useUploads } from './queue/upload-queues.ts'
import styles from './uploader.module.css'
import { useFileDrop } from './choosing/use-file-drop.ts'

type Props = {
  /** Uploads go to this album too (L-UPL-01). */
  albumId?: string
  /** Files dropped on the page before the uploader was shown. A new array is a new drop. */
  initialFiles?: readonly File[]
  onFinished?: (counts: UploadCounts) => void
}

/** L-UPL: a list of files that is sent on request. */
export function Uploader({ albumId, initialFiles, onFinished }: Props) {
  const queue = uploadQueue(albumId)
  const { items, isRunning, waitsFor, withDuplicates, failed } = useUploads(queue)
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
    <div ref={root} className={classNames(styles['uploader'], isOver && styles['over'])}>
      {items.length === 0 && <DropZone onFiles={add} />}
      {items.length > 0 && (
        <>
          <UploadList
            items={items}
            waitsFor={waitsFor}
            withDuplicates={withDuplicates}
            isForAlbum={albumId !== undefined}
            onWithDuplicates={wanted => queue.setWithDuplicates(wanted)}
            onRemove={queue.remove}
            onRetry={queue.retry}
          />
          <MoreZone onFiles={add} />
          <LeftOut files={leftOut} />
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
      {items.length === 0 && <LeftOut files={leftOut} />}
      {failed.length > 0 && <FailedUploads items={failed} onRetry={() => queue.retryFailed()} />}
      {blocked.length > 0 && <BlockedFilesDialog files={blocked} onClose={() => setBlocked([])} />}
    </div>
  )
}

/** Files from a folder that are no photos. */
function LeftOut({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <p className={styles['left-out']}>
      {files.length === 1
        ? `1 file that is not a photo was skipped: ${files[0]?.name}`
        : `${files.length} files that are not photos were skipped: ${kindsOf(files).join(', ')}`}
    </p>
  )
}

/** Each drop is handled once, regardless of renders. */
function useInitialFiles(files: readonly File[] | undefined, add: (files: readonly File[]) => void) {
  const taken = useRef<readonly File[] | undefined>(undefined)
  useEffect(() => {
    if (!files?.length || taken.current === files) return
    taken.current = files
    add(files)
  })
}
