import { UPLOAD_BAR_LIMITS, WATERMARK_LIMITS } from '@daymark/contracts'
import { ImageUp, Lightbulb, Move, Stamp, Trash2, Type } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatFileSize } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { LogoSwatches } from '../../widgets/logo/logo-swatches.tsx'
import { FileButton } from '../../widgets/uploader/files/drop-zone.tsx'
import { useFileDrop } from '../../widgets/uploader/files/use-file-drop.ts'
import { NameForm } from './name-form.tsx'
import styles from './upload.module.css'
import { removeLogo, uploadLogo } from './watermark.api.ts'

type LogoChoiceProps = { isPresent: boolean; isBusy: boolean; onFile: (file: File) => void }

/** S-WM-11: lets the user choose or drop any image; the server checks it. */
function LogoChoice({ isPresent, isBusy, onFile }: LogoChoiceProps) {
  const zone = useRef<HTMLDivElement>(null)
  const [rejection, setRejection] = useState<string | null>(null)
  const acceptFile = ([file]: File[]) => {
    if (!file || isBusy) return
    const reason = findLogoProblem(file)
    setRejection(reason)
    if (!reason) onFile(file)
  }
  const isDragOver = useFileDrop(acceptFile, zone as RefObject<HTMLElement | null>)
  return (
    <div
      ref={zone}
      className={classNames(styles['zone'], !isPresent && styles['empty'], isDragOver && styles['drag-over'])}
    >
      {!isPresent && <Stamp aria-hidden />}
      <p className="strong">{isPresent ? 'Drop another logo here' : 'Drop your logo here'}</p>
      <FileButton
        appearance={isPresent ? 'plain' : 'primary'}
        icon={<ImageUp aria-hidden />}
        accept="image/*"
        onFiles={acceptFile}
      >
        {isPresent ? 'Replace Image' : 'Choose Image'}
      </FileButton>
      <p role="status" className={styles['rejection-reason']}>
        {rejection}
      </p>
    </div>
  )
}

/** The uploaded logo and its actions. */
function CurrentLogo({ previewUrl, onShowPosition }: { previewUrl: string; onShowPosition: () => void }) {
  const [width, setWidth] = useState(0)
  const [isRemoving, setIsRemoving] = useState(false)
  const confirmRemoval = async () => {
    if (!window.confirm('Remove watermark image?')) return
    setIsRemoving(true)
    await removeLogo()
    setIsRemoving(false)
  }
  return (
    <section aria-label="Your watermark" className="stack-3 shrinkable">
      <LogoSwatches src={previewUrl} alt="Your watermark" onSize={setWidth} />
      <div className="wrap align-items-center">
        <p className={styles['note']}>
          {width > 0 &&
            width < WATERMARK_LIMITS.advisedWidth &&
            `This logo is only ${width} px wide and may look soft on large photos.`}
        </p>
        <Button
          appearance="danger"
          icon={<Trash2 aria-hidden />}
          disabled={isRemoving}
          onClick={() => void confirmRemoval()}
        >
          Remove
        </Button>
        <Button appearance="primary" icon={<Move aria-hidden />} onClick={onShowPosition}>
          Position & Preview
        </Button>
      </div>
    </section>
  )
}

/** S-WM-01, S-WM-07, S-WM-08: uploads, replaces and removes the logo. */
export function UploadTab({ previewUrl, onShowPosition }: { previewUrl: string | null; onShowPosition: () => void }) {
  const progress = useSimulatedProgress()
  const [isBusy, setIsBusy] = useState(false)
  const upload = async (file: File) => {
    setIsBusy(true)
    progress.start()
    if (await uploadLogo(file)) progress.complete()
    else progress.stop()
    setIsBusy(false)
  }
  const onFile = (file: File) => void upload(file)
  return (
    <div className={styles['upload']}>
      <div className={`stack-4 shrinkable ${styles['main']}`}>
        {previewUrl && <CurrentLogo previewUrl={previewUrl} onShowPosition={onShowPosition} />}
        <LogoChoice isPresent={previewUrl !== null} isBusy={isBusy} onFile={onFile} />
        {progress.percent !== null && (
          <div className={styles['progress']}>
            <ProgressBar name="Uploading watermark" value={progress.percent} />
            <span aria-hidden>{progress.percent}%</span>
          </div>
        )}
        <details className={`surface ${styles['name']}`} open={previewUrl === null}>
          <summary>
            <Type aria-hidden />
            No logo? Type a name
          </summary>
          <NameForm isBusy={isBusy} onFile={onFile} />
        </details>
      </div>
      <WatermarkTips />
    </div>
  )
}

/** S-WM-03: recommendations for the image. None of them is required (S-WM-11). */
const WATERMARK_TIPS = [
  'PNG with transparency',
  'Under 1MB',
  'At least 500px wide',
  'Light logos work best',
  'Test on light and dark images',
]

function WatermarkTips() {
  return (
    <aside aria-labelledby="watermark-tips" className={styles['tips']}>
      <h2 id="watermark-tips" className={styles['heading']}>
        <Lightbulb aria-hidden />
        Tips
      </h2>
      <ul className={styles['list']}>
        {WATERMARK_TIPS.map(tip => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </aside>
  )
}

/**
 * Returns why a file cannot be a watermark, or null if the page finds no problem. Rejections by the server are not
 * shown (S-WM-12), so problems that the page can detect are reported here.
 */
export function findLogoProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size === 0) return `“${name}” is empty.`
  if (type === 'image/svg+xml') return 'SVG logos are not supported. Save the logo as a PNG with transparency.'
  // Some systems report no type for RAW files of cameras, so an empty type is accepted.
  if (type !== '' && !type.startsWith('image/')) return `“${name}” is not an image. Choose a PNG, JPEG or WebP.`
  if (size > WATERMARK_LIMITS.maxBytes)
    return `“${name}” is ${formatFileSize(size)}. The limit for a logo is ${formatFileSize(WATERMARK_LIMITS.maxBytes)}; under 1 MB is best.`
  return null
}

/** Returns the next percentage of the simulated progress. A full bar and a hidden one do not change. */
const raisePercent = (percent: number | null) =>
  percent === null || percent >= UPLOAD_BAR_LIMITS.highest ? percent : percent + UPLOAD_BAR_LIMITS.step

/** S-WM-08: simulates the progress of an upload of unknown duration. The full bar stays visible for a short time. */
export function useSimulatedProgress() {
  const [percent, setPercent] = useState<number | null>(null)
  const isRising = percent !== null && percent < UPLOAD_BAR_LIMITS.highest
  const isComplete = percent === 100
  useEffect(() => {
    if (!isRising) return
    const timer = setInterval(() => setPercent(raisePercent), UPLOAD_BAR_LIMITS.everyMs)
    return () => clearInterval(timer)
  }, [isRising])
  useEffect(() => {
    if (!isComplete) return
    const timer = setTimeout(() => setPercent(null), UPLOAD_BAR_LIMITS.clearAfterMs)
    return () => clearTimeout(timer)
  }, [isComplete])
  return {
    percent,
    start: () => setPercent(0),
    complete: () => setPercent(100),
    /** Hides the bar after a failed upload. */
    stop: () => setPercent(null),
  }
}
