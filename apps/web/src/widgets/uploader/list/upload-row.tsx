import { CircleCheck, FileImage, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatFileSize } from '../../../lib/format/numbers.ts'
import { useInView } from '../../../lib/hooks/use-in-view.ts'
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
  /** Whether the file is skipped as a duplicate. */
  isSkipped: boolean
  showsPreview: boolean
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** Memoized, because a folder may contain thousands of files. */
export const UploadRow = memo(function UploadRow(props: Props) {
  const { item, duplicate, isSkipped, showsPreview } = props
  const { file, state, percent, error } = item
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (state === 'uploading' && row.current) scrollListTo(row.current)
  }, [state])
  const isDimmed = isSkipped && duplicate !== null && (state === 'waiting' || state === 'skipped')
  return (
    <li ref={row} className={classNames(styles['row'], isDimmed && styles['dimmed'])}>
      <span className={styles['thumbnail']}>
        {item.existingPhoto ? (
          <Picture src={item.existingPhoto.thumbnail_url} alt="" placeholder={item.existingPhoto.placeholder} />
        ) : (
          <FileThumbnail file={file} showsPreview={showsPreview} />
        )}
      </span>
      <div className={styles['file-info']}>
        <span className={`truncate ${styles['name']}`}>{file.name}</span>
        <span className={styles['size']}>{formatFileSize(file.size)}</span>
        <UploadNote {...props} />
      </div>
      <span className={styles['state']}>
        {isInProgress(item) && (percent === 100 && !error ? 'Finishing…' : `${percent}%`)}
        {state === 'complete' && <CircleCheck role="img" aria-label="Uploaded" className={styles['complete']} />}
      </span>
      <UploadButtons {...props} />
    </li>
  )
})

function UploadButtons({ item: { id, file, state }, onRemove, onRetry }: Props) {
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

/** Whether the file is uploading or waits for a retry. */
const isInProgress = ({ state, error }: UploadItem) => state === 'uploading' || (state === 'waiting' && error !== null)

/** The progress of an upload and the error of the last attempt. */
const UploadProgress = ({ item: { file, percent, error } }: Pick<Props, 'item'>) => (
  <>
    <ProgressBar name={`Upload of ${file.name}`} value={percent} />
    {error && <p className={styles['note']}>{error.text}</p>}
  </>
)

/** The state of a file below its name. */
function UploadNote({ item, duplicate, isForAlbum }: Props) {
  const { state, error } = item
  if (isInProgress(item) || state === 'complete') return <UploadProgress item={item} />
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

/** Scrolls the list, not the page, so that a row is in its middle. */
function scrollListTo(row: HTMLElement) {
  const list = row.parentElement
  if (list) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2
}

/** The file types that all browsers can show. HEIC, RAW and TIFF are not among them. */
const PREVIEWABLE_TYPES = /^image\/(jpeg|png|webp|gif|avif|bmp)$/

/** The shorter side of a photo fills the tile, so the width exceeds twice the width of the tile. */
const PREVIEW_WIDTH = 160

/** Previews are drawn one after another: while a browser decodes a photo, it needs memory for all its pixels. */
let previousPreview: Promise<void> = Promise.resolve()

async function drawPreview(file: File, canvas: HTMLCanvasElement) {
  const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'medium' })
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}

/** A preview of a local file, or an icon if the list is long or the browser cannot show the file. */
export function FileThumbnail({ file, showsPreview }: { file: File; showsPreview: boolean }) {
  const [isUnreadable, setIsUnreadable] = useState(!PREVIEWABLE_TYPES.test(file.type))
  if (showsPreview && !isUnreadable) return <FilePreview file={file} onUnreadable={() => setIsUnreadable(true)} />
  return (
    <span className={styles['tile']}>
      <FileImage aria-hidden />
    </span>
  )
}

/** Reads the file when the preview is visible. */
function FilePreview({ file, onUnreadable }: { file: File; onUnreadable: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  const isInView = useInView(canvas)
  const reportUnreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (!isInView || isDrawn) return
    let isCanceled = false
    const draw = async () => {
      if (isCanceled || !canvas.current) return
      await drawPreview(file, canvas.current)
      setIsDrawn(true)
    }
    previousPreview = previousPreview.then(draw).catch(() => reportUnreadable())
    return () => void (isCanceled = true)
  }, [file, isInView, isDrawn])
  return <canvas ref={canvas} aria-hidden className={styles['picture']} />
}
