import { createPortal } from 'react-dom'
import { UploadStatus } from '../widgets/uploader/upload-status.tsx'
import { Notices } from './notices/notices.tsx'
import { UndoDeletions } from './undo-deletions.tsx'

/** What a screen does not wait for: notices above it, the way back after a deletion, and at the end of the page the uploads that go on meanwhile. */
export const BesidesScreen = () => (
  <>
    <Notices />
    <UndoDeletions />
    {createPortal(<UploadStatus />, document.body)}
  </>
)
