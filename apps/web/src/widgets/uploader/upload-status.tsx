import { Pause, Play, X } from 'lucide-react'
import { useUnloadWarning } from '../../lib/hooks/use-unload-warning.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { FailedUploads } from './list/upload-list.tsx'
import { dismissAllFailed, pauseAll, resumeAll, retryAllFailed, useAllUploads } from './queue/upload-queues.ts'
import styles from './uploader.module.css'

/**
 * Shows the status of uploads and failed files on all screens. While uploads are running, the browser asks for
 * confirmation before the tab is closed.
 */
export function UploadStatus() {
  const { finishedCount, total, isPaused, waitReason, failed } = useAllUploads()
  const isRunning = total > 0
  const progress = `Uploading ${Math.min(finishedCount + 1, total)} of ${total}`
  useUnloadWarning(isRunning)
  if (!isRunning && failed.length === 0) return null
  return (
    <div className={styles['status']}>
      {isRunning && (
        <div className={styles['running']}>
          <div className={styles['progress']}>
            <p role={waitReason ? 'status' : undefined}>
              {isPaused ? `Paused after ${finishedCount} of ${total}` : (waitReason ?? progress)}
            </p>
            <IconButton
              name={isPaused ? 'Resume uploads' : 'Pause uploads'}
              size="small"
              onClick={isPaused ? resumeAll : pauseAll}
            >
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            </IconButton>
          </div>
          <ProgressBar name="Uploads" value={(finishedCount / total) * 100} />
        </div>
      )}
      {failed.length > 0 && (
        <FailedUploads items={failed} onRetry={retryAllFailed}>
          <IconButton name="Dismiss failed uploads" size="small" onClick={dismissAllFailed}>
            <X aria-hidden />
          </IconButton>
        </FailedUploads>
      )}
    </div>
  )
}
