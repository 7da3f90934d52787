import { useEffect } from 'react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useRunningUploads } from './upload-queues.ts'
import styles from './uploader.module.css'

/** Uploads go on while other screens are looked at; this says so, and keeps the tab from being closed by mistake. */
export function UploadStatus() {
  const { done, all } = useRunningUploads()
  const isRunning = all > 0
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
  if (!isRunning) return null
  return (
    <div className={styles['status']}>
      <p>
        Uploading {Math.min(done + 1, all)} of {all}
      </p>
      <ProgressBar name="Uploads" value={(done / all) * 100} />
    </div>
  )
}
