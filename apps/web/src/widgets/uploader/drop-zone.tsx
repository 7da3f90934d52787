import { Camera, FolderOpen, ImagePlus, Images } from 'lucide-react'
import { ACCEPT } from './accepted-files.ts'
import { canChooseFolder, FileButton } from './file-button.tsx'
import styles from './uploader.module.css'

/** Where an upload begins: files are dropped here, taken or chosen (L-UPL-02..04). */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <div className={styles['zone']}>
      <Images aria-hidden className={styles['picture']} />
      <p className={styles['invitation']}>Drop photos or folders here</p>
      <p className={styles['formats']}>JPEG, HEIC, RAW, TIFF, PNG and more</p>
      <div className={styles['choices']}>
        <FileButton icon={<Camera aria-hidden />} accept="image/*" capture="environment" onFiles={onFiles}>
          Take Photo
        </FileButton>
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
