import { createPortal } from 'react-dom'
import { UploadStatus } from '../widgets/uploader/upload-status.tsx'
import { Notices } from './notices/notices.tsx'

/**
 * Renders content that is loaded after the screen: notices above the screen, and the upload status at the end of the
 * page.
 */
export const DeferredContent = () => (
  <>
    <Notices />
    {createPortal(<UploadStatus />, document.body)}
  </>
)
