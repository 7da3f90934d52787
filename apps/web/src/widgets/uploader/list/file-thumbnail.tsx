import { FileImage } from 'lucide-react'
import { useCallback, useState } from 'react'
import styles from './file-thumbnail.module.css'

/** The types that browsers can draw; HEIC, RAW and TIFF are not supported by all. */
const DRAWN = /^image\/(jpeg|png|webp|gif|avif|bmp)$/

/** A preview of a file before it is sent, or a neutral tile; read only when it comes into view. */
export function FileThumbnail({ file }: { file: File }) {
  const [isUnreadable, setIsUnreadable] = useState(!DRAWN.test(file.type))
  /** The object URL exists as long as the preview. */
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
