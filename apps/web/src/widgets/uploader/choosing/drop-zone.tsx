import { Camera, FolderOpen, ImagePlus, Images } from 'lucide-react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { ACCEPT } from './accepted-files.ts'
import { canChooseFolder, FileButton } from './file-button.tsx'
import styles from '../uploader.module.css'

type Props = { onFiles: (files: readonly File[]) => void }

const TakePhoto = ({ onFiles }: Props) => (
  <FileButton icon={<Camera aria-hidden />} accept="image/*" capture="environment" onFiles={onFiles}>
    Take Photo
  </FileButton>
)

/** The start of an upload: files are dropped, taken or chosen (L-UPL-02..04). */
export function DropZone({ onFiles }: Props) {
  return (
    <div className={styles['zone']}>
      <Images aria-hidden className={styles['picture']} />
      <p className={styles['invitation']}>Drop photos or folders here</p>
      <p className={styles['formats']}>JPEG, HEIC, RAW, TIFF, PNG and more</p>
      <div className={styles['choices']}>
        <TakePhoto onFiles={onFiles} />
        {canChooseFolder && (
          <FileButton icon={<FolderOpen aria-hidden />} isForFolder onFiles={onFiles}>
            Choose Folder
          </FileButton>
        )}
        <FileButton look="primary" icon={<ImagePlus aria-hidden />} accept={ACCEPT} multiple onFiles={onFiles}>
          Choose From Library
        </FileButton>
      </div>
    </div>
  )
}

/** The zone below a list of files, to add more. A phone cannot drop files, but has a camera. */
export function MoreZone({ onFiles }: Props) {
  const isPhone = useIsPhone()
  return (
    <div className={styles['more']}>
      {isPhone ? <TakePhoto onFiles={onFiles} /> : <p>Drop more photos or folders here</p>}
      <FileButton icon={<ImagePlus aria-hidden />} accept={ACCEPT} multiple onFiles={onFiles}>
        Add Photos
      </FileButton>
    </div>
  )
}
