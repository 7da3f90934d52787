import { CircleCheck, FileImage, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { formatFileSize } from '../../../lib/format/numbers.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Picture } from '../../masonry/picture.tsx'
import type { Duplicate } from '../queue/duplicate-check.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import styles from './upload-list.module.css'

type Props = {
  item: UploadItem
  duplicate: Duplicate | null
  isForAlbum: boolean
  /** A duplicate is not uploaded. */
  isLeftOut: boolean
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** Rendered only when its own file changes, because a folder has thousands. */
export const UploadRow = memo(function UploadRow(props: Props) {
  const { item, duplicate, isLeftOut } = props
  const { file, state, percent, error } = item
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (state === 'uploading' && row.current) keepInView(row.current)
  }, [state])
  const isQuiet = isLeftOut && duplicate !== null && (state === 'waiting' || state === 'skipped')
  return (
    <li ref={row} className={classNames(styles['row'], isQuiet && styles['quiet'])}>
      <span className={styles['thumbnail']}>
        {item.known ? (
          <Picture src={item.known.thumbnail_url} alt="" placeholder={item.known.placeholder} />
        ) : (
          <FileThumbnail file={file} />
        )}
      </span>
      <div className={styles['what']}>
        <span className={styles['name']}>{file.name}</span>
        <span className={styles['size']}>{formatFileSize(file.size)}</span>
        <Note {...props} />
      </div>
      <span className={styles['state']}>
        {isUnderWay(item) && (percent === 100 && !error ? 'Finishing…' : `${percent}%`)}
        {state === 'complete' && <CircleCheck role="img" aria-label="Uploaded" className={styles['complete']} />}
      </span>
      <Buttons {...props} />
    </li>
  )
})

function Buttons({ item: { id, file, state }, onRemove, onRetry }: Props) {
  return (
    <>
      {state === 'error' && (
        <IconButton name={`Try ${file.name} again`} size="small" onClick={() => onRetry(id)}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      {state !== 'complete' && state !== 'skipped' && (
        <IconButton name={`Remove ${file.name}`} size="small" onClick={() => onRemove(id)}>
          <X aria-hidden />
        </IconButton>
      )}
    </>
  )
}

/** With an error it is being retried. */
const isUnderWay = ({ state, error }: UploadItem) => state === 'uploading' || (state === 'waiting' && error !== null)

/** The progress, and why the last attempt failed. */
const Progress = ({ item: { file, percent, error } }: Pick<Props, 'item'>) => (
  <>
    <ProgressBar name={`Upload of ${file.name}`} value={percent} />
    {error && <p className={styles['note']}>{error.text}</p>}
  </>
)

/** The progress, the failure, or why it is not sent. */
function Note({ item, duplicate, isForAlbum }: Props) {
  const { state, error } = item
  if (isUnderWay(item) || state === 'complete') return <Progress item={item} />
  if (error)
    return (
      <p className={styles['error']}>
        <TriangleAlert aria-hidden />
        <span>
          <span>{error.text}</span>
          {error.reason && <span className={styles['reason']}>{error.reason}</span>}
        </span>
      </p>
    )
  if (duplicate === 'in-list') return <p className={styles['note']}>Duplicate in this list</p>
  if (duplicate === null) return null
  return (
    <p className={styles['note']}>
      {isForAlbum && state === 'skipped' ? 'Already in your library. Added to the album.' : 'Already in your library'}
    </p>
  )
}

/** Keeps the current file in the middle of a long list. Only the list scrolls, not the page. */
function keepInView(row: HTMLElement) {
  const list = row.parentElement
  if (list) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2
}

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
