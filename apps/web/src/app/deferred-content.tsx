import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { UploadStatus } from '../widgets/uploader/upload-status.tsx'
import { Notices } from './notices/notices.tsx'

/**
 * Renders content that is loaded after the screen: notices above the screen, and the upload status at the end of the
 * page.
 */
export function DeferredContent() {
  useRejectFilesOutsideDropZones()
  return (
    <>
      <Notices />
      {createPortal(<UploadStatus />, document.body)}
    </>
  )
}

/**
 * Rejects files that are dropped outside of a drop zone. The browser would otherwise leave the application to open
 * them.
 */
function useRejectFilesOutsideDropZones() {
  useEffect(() => {
    const rejectFiles = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', rejectFiles)
    window.addEventListener('drop', rejectFiles)
    return () => {
      window.removeEventListener('dragover', rejectFiles)
      window.removeEventListener('drop', rejectFiles)
    }
  }, [])
}
