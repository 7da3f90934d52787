import { createPortal } from 'react-dom'
import { UploadStatus } from '../widgets/uploader/upload-status.tsx'
import { Notices } from './notices/notices.tsx'

/** What a screen does not wait for: notices above it, and at the end of the page the uploads that go on meanwhile. */
export const BesidesScreen = () => (
  <>
    <Notices />
    {createPortal(<UploadStatus />, document.body)}
  </>
)
