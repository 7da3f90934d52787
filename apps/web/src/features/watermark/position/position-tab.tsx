import { WATERMARK_RANGES, type http } from '@daymark/contracts'
import { useState, type Dispatch, type SetStateAction } from 'react'
import { Slider } from '../../../ui/fields/slider.tsx'
import type { BackdropChoice } from './backdrops.ts'
import { BackdropPicker } from './backdrop-picker.tsx'
import { changed, type ConfigChanges } from './config-changes.ts'
import { OrientationPreview } from './orientation-preview.tsx'
import styles from './position-tab.module.css'
import { SaveBar } from './save-bar.tsx'
import { useTestImage } from './use-test-image.ts'

const opacity = (value: number) => `${Math.round(value * 100)} %`
const size = (value: number) => `${Math.round(value)} % of the width`

/** S-WM-09: the settings for photos of every orientation. */
function UniversalControls(props: { config: http.WatermarkConfig; onChange: (changes: ConfigChanges) => void }) {
  const { config, onChange } = props
  return (
    <section aria-label="Universal Controls" className={styles['section']}>
      <h2 className={styles['heading']}>Universal Controls</h2>
      <Slider
        label="Opacity"
        value={config.opacity}
        {...WATERMARK_RANGES.opacity}
        format={opacity}
        onChange={value => onChange({ opacity: value })}
      />
      <Slider
        label="Size"
        value={config.widthPercent}
        {...WATERMARK_RANGES.widthPercent}
        step={1}
        format={size}
        onChange={value => onChange({ widthPercent: value })}
      />
    </section>
  )
}

type Props = {
  /** The address of its picture. */
  logo: string
  saved: http.WatermarkConfig
  changes: ConfigChanges
  onChanges: Dispatch<SetStateAction<ConfigChanges>>
  testImage: File | null
  onTestImage: (file: File | null) => void
}

/** S-WM-04 */
export function PositionTab({ logo, saved, changes, onChanges, testImage: file, onTestImage }: Props) {
  const [choice, setChoice] = useState<BackdropChoice>(file ? 'test' : 'photos')
  const dropTestImage = () => {
    onTestImage(null)
    setChoice('photos')
  }
  const testImage = useTestImage(file, dropTestImage)
  const config = { ...saved, ...changes }
  const onChange = (more: ConfigChanges) => onChanges(now => changed(saved, now, more))
  const preview = { config, logo, choice, testImage, onChange }
  return (
    <div className={styles['editor']}>
      <UniversalControls config={config} onChange={onChange} />
      <div className={styles['previews']}>
        <OrientationPreview orientation="landscape" {...preview} />
        <OrientationPreview orientation="portrait" {...preview} />
      </div>
      <BackdropPicker
        choice={choice}
        onChoose={setChoice}
        testImage={file}
        onTestImage={chosen => {
          onTestImage(chosen)
          setChoice('test')
        }}
        onNoTestImage={dropTestImage}
      />
      <SaveBar
        config={config}
        changes={changes}
        // Changes made during the save remain unsaved.
        onSaved={done => onChanges(now => changed(done, now, {}))}
        onDiscard={() => onChanges({})}
      />
    </div>
  )
}
