import { FileImage } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './file-thumbnail.module.css'

/** What browsers draw themselves; of HEIC, RAW and TIFF they cannot, or only some. */
const DRAWN = /^image\/(jpeg|png|webp|gif|avif|bmp)$/

/** An address of the file on this device, for as long as it is shown. */
function useLocalUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!DRAWN.test(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}

/** The picture in a file that is not sent yet, or a neutral tile; read only when it comes into view. */
export function FileThumbnail({ file }: { file: File }) {
  const url = useLocalUrl(file)
  const [isUnreadable, setIsUnreadable] = useState(false)
  if (!url || isUnreadable)
    return (
      <span className={styles['tile']}>
        <FileImage aria-hidden />
      </span>
    )
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={styles['picture']}
      onError={() => setIsUnreadable(true)}
    />
  )
}
