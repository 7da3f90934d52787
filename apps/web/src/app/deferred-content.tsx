import { createPortal } from 'react-dom'
import { UploadStatus } from '../widgets/uploader/upload-status.tsx'
import { Notices } from './notices/notices.tsx'

/** Loaded after the screen: notices above it, and running uploads at the end of the page. */
export const DeferredContent = () => (
  <>
    <Notices />
    {createPortal(<UploadStatus />, document.body)}
  </>
)
