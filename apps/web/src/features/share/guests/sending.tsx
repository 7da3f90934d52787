import { Camera, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { useUnloadWarning } from '../../../lib/hooks/use-unload-warning.ts'
import { ACCEPT, sortFiles } from '../../../widgets/uploader/choosing/accepted-files.ts'
import { BlockedFilesDialog } from '../../../widgets/uploader/choosing/blocked-files.dialog.tsx'
import { DropOverlay } from '../../../widgets/uploader/choosing/drop-overlay.tsx'
import { FileButton } from '../../../widgets/uploader/choosing/file-button.tsx'
import { useFileDrop } from '../../../widgets/uploader/choosing/use-file-drop.ts'
import { FailedUploads } from '../../../widgets/uploader/list/failed-uploads.tsx'
import { UploadList } from '../../../widgets/uploader/list/upload-list.tsx'
import { useUploads } from '../../../widgets/uploader/queue/upload-queues.ts'
import { SentFiles } from './sent-files.tsx'
import { useSent } from './use-sent.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import styles from './guests.module.css'

type Props = { token: string; name: string; isApproved: boolean }

/** Photos are chosen or dropped, and sent at once. */
export function Sending({ token, name, isApproved }: Props) {
  const isPhone = useIsPhone()
  const { sent, queue, problem, withdraw } = useSent(token)
  const { items, isRunning, waitsFor, failed } = useUploads(queue)
  const [blocked, setBlocked] = useState<readonly File[]>([])
  const add = (files: readonly File[]) => {
    const { accepted, rejected } = sortFiles(files)
    queue.add(accepted)
    setBlocked(rejected)
    void queue.start()
  }
  const isOver = useFileDrop(add)
  useUnloadWarning(isRunning)
  return (
    <>
      {isOver && <DropOverlay />}
      <section className={styles['card']} aria-label="Send photos">
        <p className={styles['as']}>
          You send as <strong>{name}</strong>.{' '}
          {isApproved
            ? 'The photographer reviews your photos before anyone sees them.'
            : 'Your photos are added at once.'}
        </p>
        <div className={styles['choices']}>
          <FileButton look="primary" icon={<ImagePlus aria-hidden />} accept={ACCEPT} multiple onFiles={add}>
            Choose Photos
          </FileButton>
          {isPhone && (
            <FileButton icon={<Camera aria-hidden />} accept="image/*" capture="environment" onFiles={add}>
              Take Photo
            </FileButton>
          )}
        </div>
        {!isPhone && <p className={styles['drop']}>Or drop photos anywhere on this page.</p>}
        {items.length > 0 && (
          <UploadList
            items={items}
            waitsFor={waitsFor}
            withDuplicates
            isForAlbum={false}
            onWithDuplicates={() => undefined}
            onRemove={queue.remove}
            onRetry={queue.retry}
          />
        )}
        {failed.length > 0 && <FailedUploads items={failed} onRetry={() => queue.retryFailed()} />}
      </section>
      <FailureNote text={problem} />
      <SentFiles files={sent} onTakeBack={withdraw} />
      {blocked.length > 0 && <BlockedFilesDialog files={blocked} onClose={() => setBlocked([])} />}
    </>
  )
}
