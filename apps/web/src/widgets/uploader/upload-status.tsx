import { X } from 'lucide-react'
import { useUnloadWarning } from '../../lib/hooks/use-unload-warning.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { FailedUploads } from './list/failed-uploads.tsx'
import { forgetAllFailed, retryAllFailed, useAllUploads } from './queue/upload-queues.ts'
import styles from './upload-status.module.css'

/**
 * Uploads continue on other screens; this shows their status, asks before the tab closes, and lists failures until they are
 * dismissed.
 */
export function UploadStatus() {
  const { done, all, waitsFor, failed } = useAllUploads()
  const isRunning = all > 0
  useUnloadWarning(isRunning)
  if (!isRunning && failed.length === 0) return null
  return (
    <div className={styles['status']}>
      {isRunning && (
        <div className={styles['running']}>
          <p role={waitsFor ? 'status' : undefined}>{waitsFor ?? `Uploading ${Math.min(done + 1, all)} of ${all}`}</p>
          <ProgressBar name="Uploads" value={(done / all) * 100} />
        </div>
      )}
      {failed.length > 0 && (
        <FailedUploads items={failed} onRetry={retryAllFailed}>
          <IconButton name="Forget failed uploads" size="small" onClick={forgetAllFailed}>
            <X aria-hidden />
          </IconButton>
        </FailedUploads>
      )}
    </div>
  )
}
