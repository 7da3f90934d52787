import type { http } from '@daymark/contracts'
import { ImageOff, ImagePlus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { useUnloadWarning } from '../../../lib/hooks/use-unload-warning.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { confirmAction } from '../../../ui/overlay/overlay-store.ts'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { ACCEPTED_TYPES, sortFiles } from '../../../widgets/uploader/files/accepted-files.ts'
import { BlockedFilesDialog } from '../../../widgets/uploader/files/blocked-files.dialog.tsx'
import { DropOverlay } from '../../../widgets/uploader/files/drop-overlay.tsx'
import { FileButton, TakePhotoButton } from '../../../widgets/uploader/files/drop-zone.tsx'
import { useFileDrop } from '../../../widgets/uploader/files/use-file-drop.ts'
import { FailedUploads, PauseButton, UploadList } from '../../../widgets/uploader/list/upload-list.tsx'
import { useUploads } from '../../../widgets/uploader/queue/upload-queues.ts'
import styles from './guests.module.css'
import { useSentFiles } from './guest-uploads.api.ts'

type GuestUploaderProps = { token: string; name: string; isReviewed: boolean }

/** Sends photos as soon as the guest chooses or drops them, and lists the photos that the guest has already sent. */
export function GuestUploader({ token, name, isReviewed }: GuestUploaderProps) {
  const isPhone = useIsPhone()
  const { sentFiles, queue, problem, withdraw } = useSentFiles(token)
  const { items, isRunning, isPaused, waitReason, failed } = useUploads(queue)
  const [rejectedFiles, setRejectedFiles] = useState<readonly File[]>([])
  const add = (files: readonly File[]) => {
    const { accepted, rejected } = sortFiles(files)
    queue.add(accepted)
    setRejectedFiles(rejected)
    void queue.start()
  }
  const isDragOver = useFileDrop(add)
  useUnloadWarning(isRunning)
  return (
    <>
      {isDragOver && <DropOverlay />}
      <section className={`surface ${styles['card']}`} aria-label="Send photos">
        <p className="break-anywhere">
          You are sending as <strong>{name}</strong>.{' '}
          {isReviewed
            ? 'The photographer reviews your photos before anyone sees them.'
            : 'Your photos are added to the album immediately.'}
        </p>
        <div className="stack-2">
          <FileButton
            appearance="primary"
            icon={<ImagePlus aria-hidden />}
            accept={ACCEPTED_TYPES}
            multiple
            onFiles={add}
          >
            Choose Photos
          </FileButton>
          {isPhone && <TakePhotoButton onFiles={add} />}
        </div>
        {!isPhone && <p className={styles['drop-hint']}>Or drop photos anywhere on this page.</p>}
        {items.length > 0 && (
          <UploadList
            items={items}
            waitReason={waitReason}
            isPaused={isPaused}
            includesDuplicates
            isForAlbum={false}
            onIncludeDuplicates={() => undefined}
            onRemove={queue.remove}
            onRetry={queue.retry}
          />
        )}
        {isRunning && <PauseButton queue={queue} isPaused={isPaused} size="small" />}
        {failed.length > 0 && <FailedUploads items={failed} onRetry={() => queue.retryFailed()} />}
      </section>
      <FailureNote text={problem} />
      <SentFiles files={sentFiles} onWithdraw={withdraw} />
      {rejectedFiles.length > 0 && <BlockedFilesDialog files={rejectedFiles} onClose={() => setRejectedFiles([])} />}
    </>
  )
}

const STATE_NAMES = { waiting: 'Waiting for review', added: 'Added', declined: 'Not added' }

function describeState({ state, processing_status: status }: http.SentFile): string {
  if (state === 'declined') return STATE_NAMES.declined
  if (status === 'processing') return 'Processing'
  return status === 'failed' ? 'No preview' : STATE_NAMES[state]
}

type SentFilesProps = { files: readonly http.SentFile[] | null; onWithdraw: (file: http.SentFile) => Promise<void> }

/** The photos that this guest sent. A photo can be withdrawn until the photographer approves or declines it. */
function SentFiles({ files, onWithdraw }: SentFilesProps) {
  if (!files?.length) return null
  const confirmWithdrawal = async (file: http.SentFile) => {
    const text = 'The photographer will not receive this photo.'
    if (await confirmAction({ title: `Remove ${file.filename}?`, text, action: 'Remove', isDanger: true }))
      await onWithdraw(file)
  }
  return (
    <section aria-label="Photos you sent" className={styles['sent']}>
      <h2>{files.length === 1 ? 'You sent 1 photo' : `You sent ${files.length} photos`}</h2>
      <ul className={styles['tiles']}>
        {files.map(file => (
          <li key={file.id}>
            <div className={styles['picture']}>
              {file.url ? (
                <Picture key={file.url} src={file.url} alt={file.filename} placeholder={file.placeholder} />
              ) : (
                <ImageOff role="img" aria-label={file.filename} />
              )}
              {file.state === 'waiting' && (
                <IconButton
                  name={`Remove ${file.filename}`}
                  size="small"
                  className={styles['withdraw-button']}
                  onClick={() => void confirmWithdrawal(file)}
                >
                  <Undo2 aria-hidden />
                </IconButton>
              )}
            </div>
            <p className={styles['state']} data-state={file.state}>
              {describeState(file)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
