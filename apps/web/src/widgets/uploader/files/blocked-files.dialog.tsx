import { MessageDialog } from '../../../ui/overlay/form-dialog.tsx'
import { fileExtension } from './accepted-files.ts'
import styles from './files.module.css'

const SUPPORTED_FORMATS = ['JPEG', 'PNG', 'GIF', 'WebP', 'BMP', 'HEIC/HEIF', 'AVIF', 'TIFF', 'RAW formats']

/** L-BLK: lists the rejected and the supported file types. */
export function BlockedFilesDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const extensions = [...new Set(files.map(({ name }) => fileExtension(name)))]
  return (
    <MessageDialog
      title="“A picture is worth a thousand words.” This one is only words."
      buttonLabel="I Understand"
      hideClose
      onClose={onClose}
    >
      {extensions.map(extension => (
        <p key={extension} className={styles['sentence']}>
          {extension
            ? `We do not allow .${extension} files to be uploaded.`
            : 'We do not allow files without an extension to be uploaded.'}
        </p>
      ))}
      <h3 className={styles['heading']}>Supported formats</h3>
      <ul className={`wrap ${styles['formats']}`}>
        {SUPPORTED_FORMATS.map(format => (
          <li key={format} className={styles['format']}>
            {format}
          </li>
        ))}
      </ul>
    </MessageDialog>
  )
}
