import { WATERMARK } from '@daymark/contracts'
import { ImageUp, Move, Stamp, Trash2, Type } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { FileButton } from '../../../widgets/uploader/choosing/file-button.tsx'
import { useFileDrop } from '../../../widgets/uploader/choosing/use-file-drop.ts'
import { NameForm } from '../name/name-form.tsx'
import { removeLogo, uploadLogo } from '../watermark.actions.ts'
import { LogoSwatches } from '../../../widgets/logo/logo-swatches.tsx'
import { Tips } from './tips.tsx'
import { whyUnsuitable } from './unsuitable-logo.ts'
import styles from './upload.module.css'
import { useSimulatedProgress } from './use-simulated-progress.ts'

type ChooseProps = { isPresent: boolean; isBusy: boolean; onFile: (file: File) => void }

/** S-WM-11: any image; the server checks it. */
function Choose({ isPresent, isBusy, onFile }: ChooseProps) {
  const zone = useRef<HTMLDivElement>(null)
  const [why, setWhy] = useState<string | null>(null)
  const take = ([file]: File[]) => {
    if (!file || isBusy) return
    const unsuitable = whyUnsuitable(file)
    setWhy(unsuitable)
    if (!unsuitable) onFile(file)
  }
  const isOver = useFileDrop(take, zone as RefObject<HTMLElement | null>)
  return (
    <div ref={zone} className={classNames(styles['zone'], !isPresent && styles['empty'], isOver && styles['over'])}>
      {!isPresent && <Stamp aria-hidden />}
      <p className={styles['invitation']}>{isPresent ? 'Drop another logo here' : 'Drop your logo here'}</p>
      <FileButton look={isPresent ? 'plain' : 'primary'} icon={<ImageUp aria-hidden />} accept="image/*" onFiles={take}>
        {isPresent ? 'Replace Image' : 'Choose Image'}
      </FileButton>
      <p role="status" className={styles['why']}>
        {why}
      </p>
    </div>
  )
}

/** The existing logo. */
function Present({ previewUrl, onPlace }: { previewUrl: string; onPlace: () => void }) {
  const [width, setWidth] = useState(0)
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = async () => {
    if (!window.confirm('Remove watermark image?')) return
    setIsRemoving(true)
    await removeLogo()
    setIsRemoving(false)
  }
  return (
    <section aria-label="Your watermark" className={styles['present']}>
      <LogoSwatches src={previewUrl} alt="Your watermark" onSize={setWidth} />
      <div className={styles['row']}>
        <p className={styles['note']}>
          {width > 0 &&
            width < WATERMARK.advisedWidth &&
            `It is only ${width} px wide and may look soft on large photos.`}
        </p>
        <Button look="danger" icon={<Trash2 aria-hidden />} disabled={isRemoving} onClick={() => void remove()}>
          Remove
        </Button>
        <Button look="primary" icon={<Move aria-hidden />} onClick={onPlace}>
          Position & Preview
        </Button>
      </div>
    </section>
  )
}

/** S-WM-01, S-WM-07, S-WM-08 */
export function UploadTab({ previewUrl, onPlace }: { previewUrl: string | null; onPlace: () => void }) {
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
      <div className={styles['main']}>
        {previewUrl && <Present previewUrl={previewUrl} onPlace={onPlace} />}
        <Choose isPresent={previewUrl !== null} isBusy={isBusy} onFile={onFile} />
        {progress.percent !== null && (
          <div className={styles['progress']}>
            <ProgressBar name="Uploading watermark" value={progress.percent} />
            <span aria-hidden>{progress.percent}%</span>
          </div>
        )}
        <details className={styles['name']} open={previewUrl === null}>
          <summary>
            <Type aria-hidden />
            No logo? Type a name
          </summary>
          <NameForm isBusy={isBusy} onFile={onFile} />
        </details>
      </div>
      <Tips />
    </div>
  )
}
