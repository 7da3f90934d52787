import { FileImage } from 'lucide-react'
import { useCallback, useState } from 'react'
import styles from './file-thumbnail.module.css'

/** What browsers draw themselves; of HEIC, RAW and TIFF they cannot, or only some. */
const DRAWN = /^image\/(jpeg|png|webp|gif|avif|bmp)$/

/** The picture in a file that is not sent yet, or a neutral tile; read only when it comes into view. */
export function FileThumbnail({ file }: { file: File }) {
  const [isUnreadable, setIsUnreadable] = useState(!DRAWN.test(file.type))
  /** The file has an address on this device for as long as its picture is there. */
  const showFile = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  if (isUnreadable)
    return (
      <span className={styles['tile']}>
        <FileImage aria-hidden />
      </span>
    )
  return (
    <img
      ref={showFile}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={styles['picture']}
      onError={() => setIsUnreadable(true)}
    />
  )
}
