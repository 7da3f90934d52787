import { Camera, ImagePlus, Images } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ACCEPT, sortFiles } from './accepted-files.ts'
import { BlockedFilesDialog } from './blocked-files.dialog.tsx'
import { FailedUploads } from './failed-uploads.tsx'
import { FileButton } from './file-button.tsx'
import { UploadList } from './upload-list.tsx'
import type { UploadCounts } from './upload-queue.ts'
import { uploadQueue, useUploads } from './upload-queues.ts'
import styles from './uploader.module.css'
import { useFileDrop } from './use-file-drop.ts'

type Props = {
  /** Uploads go to this album too (L-UPL-01). */
  albumId?: string
  /** Files dropped on the page before the uploader was shown. A new array is a new drop. */
  initialFiles?: readonly File[]
  onFinished?: (counts: UploadCounts) => void
}

/** L-UPL: a list of files that is sent when asked to. */
export function Uploader({ albumId, initialFiles, onFinished }: Props) {
  const queue = uploadQueue(albumId)
  const { items, isRunning, failed } = useUploads(queue)
  const [blocked, setBlocked] = useState<readonly File[]>([])
  const add = (files: readonly File[]) => {
    const { accepted, rejected } = sortFiles(files)
    queue.add(accepted)
    if (rejected.length) setBlocked(rejected)
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
          <UploadList items={items} onRemove={id => queue.remove(id)} onRetry={id => queue.retry(id)} />
          <div className={styles['buttons']}>
            <Button look="quiet" onClick={() => queue.clear()}>
              Clear
            </Button>
            <FileButton icon={<ImagePlus aria-hidden />} accept={ACCEPT} multiple onFiles={add}>
              Add Photos
            </FileButton>
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
      {failed.length > 0 && <FailedUploads items={failed} onRetry={() => queue.retryFailed()} />}
      {blocked.length > 0 && <BlockedFilesDialog files={blocked} onClose={() => setBlocked([])} />}
    </div>
  )
}

/** Each drop is taken once, however often the screen is drawn. */
function useInitialFiles(files: readonly File[] | undefined, add: (files: readonly File[]) => void) {
  const taken = useRef<readonly File[] | undefined>(undefined)
  useEffect(() => {
    if (!files?.length || taken.current === files) return
    taken.current = files
    add(files)
  })
}

function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <div className={styles['zone']}>
      <Images aria-hidden className={styles['picture']} />
      <p className={styles['invitation']}>Drop photos or folders here</p>
      <p className={styles['formats']}>JPEG, HEIC, RAW, TIFF, PNG and more</p>
      <div className={styles['choices']}>
        <FileButton icon={<Camera aria-hidden />} accept="image/*" capture="environment" onFiles={onFiles}>
          Take Photo
        </FileButton>
        <FileButton look="primary" icon={<ImagePlus aria-hidden />} accept={ACCEPT} multiple onFiles={onFiles}>
          Choose From Library
        </FileButton>
      </div>
    </div>
  )
}
