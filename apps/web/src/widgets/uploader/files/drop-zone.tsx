import { Camera, FolderOpen, ImagePlus, Images } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { Button, type ButtonProps } from '../../../ui/buttons/button.tsx'
import styles from '../uploader.module.css'
import { ACCEPTED_TYPES } from './accepted-files.ts'

type Props = { onFiles: (files: readonly File[]) => void }

/** A button that opens the camera. */
export const TakePhotoButton = ({ onFiles }: Props) => (
  <FileButton icon={<Camera aria-hidden />} accept="image/*" capture="environment" onFiles={onFiles}>
    Take Photo
  </FileButton>
)

/** L-UPL-02 … 04: the empty uploader, to which the user drops files, or in which they take or choose photos. */
export function DropZone({ onFiles }: Props) {
  return (
    <div className={styles['drop-zone']}>
      <Images aria-hidden className={styles['picture']} />
      <p className="text-3 strong">Drop photos or folders here</p>
      <p className="muted">JPEG, HEIC, RAW, TIFF, PNG and more</p>
      <div className={`wrap ${styles['choices']}`}>
        <TakePhotoButton onFiles={onFiles} />
        {canChooseFolder && (
          <FileButton icon={<FolderOpen aria-hidden />} isForFolder onFiles={onFiles}>
            Choose Folder
          </FileButton>
        )}
        <FileButton
          appearance="primary"
          icon={<ImagePlus aria-hidden />}
          accept={ACCEPTED_TYPES}
          multiple
          onFiles={onFiles}
        >
          Choose From Library
        </FileButton>
      </div>
    </div>
  )
}

/** Adds files to a list that already contains some. A phone has a camera button instead of drag and drop. */
export function AddMoreZone({ onFiles }: Props) {
  const isPhone = useIsPhone()
  return (
    <div className={styles['add-more']}>
      {isPhone ? <TakePhotoButton onFiles={onFiles} /> : <p>Drop more photos or folders here</p>}
      <FileButton icon={<ImagePlus aria-hidden />} accept={ACCEPTED_TYPES} multiple onFiles={onFiles}>
        Add Photos
      </FileButton>
    </div>
  )
}

type FileButtonProps = {
  children: ReactNode
  icon: ReactNode
  appearance?: ButtonProps['appearance']
  accept?: string
  multiple?: boolean
  capture?: InputHTMLAttributes<HTMLInputElement>['capture']
  /** Whether the button chooses a folder with its content. */
  isForFolder?: boolean
  onFiles: (files: File[]) => void
}

export const canChooseFolder = 'webkitdirectory' in HTMLInputElement.prototype

/** A button that opens the file dialog or the camera. */
export function FileButton({ children, icon, appearance, isForFolder = false, onFiles, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = isForFolder
  }, [isForFolder])
  return (
    <>
      <Button appearance={appearance} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        {...rest}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The value is cleared, because choosing the same file again would otherwise fire no event.
          event.target.value = ''
        }}
      />
    </>
  )
}
