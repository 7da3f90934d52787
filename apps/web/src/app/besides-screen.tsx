import { createPortal } from 'react-dom'
import { UploadStatus } from '../widgets/uploader/upload-status.tsx'

/** What a screen does not wait for: at the end of the page, the uploads that go on meanwhile. */
export const BesidesScreen = () => <>{createPortal(<UploadStatus />, document.body)}</>
