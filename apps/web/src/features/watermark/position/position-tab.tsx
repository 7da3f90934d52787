import { type http, WATERMARK_RANGES } from '@daymark/contracts'
import { ImageUp, X } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { FileButton } from '../../../widgets/uploader/files/drop-zone.tsx'
import { saveConfig } from '../watermark.api.ts'
import { type BackdropChoice, useTestImage } from './backdrops.ts'
import { mergeChanges, type ConfigChanges } from './config-changes.tsx'
import { OrientationPreview } from './orientation-preview.tsx'
import styles from './position.module.css'

const formatOpacity = (value: number) => `${Math.round(value * 100)} %`
const formatSize = (value: number) => `${Math.round(value)} % of the width`

/** S-WM-09: the settings for photos of every orientation. */
function UniversalControls(props: { config: http.WatermarkConfig; onChange: (changes: ConfigChanges) => void }) {
  const { config, onChange } = props
  return (
    <section aria-label="Universal Controls" className={`stack-3 shrinkable ${styles['section']}`}>
      <h2 className="text-3">Universal Controls</h2>
      <Slider
        label="Opacity"
        value={config.opacity}
        {...WATERMARK_RANGES.opacity}
        format={formatOpacity}
        onChange={value => onChange({ opacity: value })}
      />
      <Slider
        label="Size"
        value={config.widthPercent}
        {...WATERMARK_RANGES.widthPercent}
        step={1}
        format={formatSize}
        onChange={value => onChange({ widthPercent: value })}
      />
    </section>
  )
}

type PositionTabProps = {
  logoUrl: string
  saved: http.WatermarkConfig
  changes: ConfigChanges
  onChanges: Dispatch<SetStateAction<ConfigChanges>>
  testImage: File | null
  onTestImage: (file: File | null) => void
}

/** S-WM-04: the watermark settings with previews for both orientations. */
export function PositionTab({ logoUrl, saved, changes, onChanges, testImage: file, onTestImage }: PositionTabProps) {
  const [choice, setChoice] = useState<BackdropChoice>(file ? 'test' : 'photos')
  const removeTestImage = () => {
    onTestImage(null)
    setChoice('photos')
  }
  const testImage = useTestImage(file, removeTestImage)
  const config = { ...saved, ...changes }
  const onChange = (newChanges: ConfigChanges) => onChanges(current => mergeChanges(saved, current, newChanges))
  const previewProps = { config, logoUrl, choice, testImage, onChange }
  return (
    <div className={styles['editor']}>
      <UniversalControls config={config} onChange={onChange} />
      <div className={styles['previews']}>
        <OrientationPreview orientation="landscape" {...previewProps} />
        <OrientationPreview orientation="portrait" {...previewProps} />
      </div>
      <BackdropPicker
        choice={choice}
        onChoose={setChoice}
        testImage={file}
        onTestImage={selected => {
          onTestImage(selected)
          setChoice('test')
        }}
        onTestImageRemoved={removeTestImage}
      />
      <SaveBar
        config={config}
        changes={changes}
        // Only the saved values are removed from the changes. Changes that the user made during the request remain
        // unsaved.
        onSaved={savedConfig => onChanges(current => mergeChanges(savedConfig, current, {}))}
        onDiscard={() => onChanges({})}
      />
    </div>
  )
}

type SaveBarProps = {
  config: http.WatermarkConfig
  changes: ConfigChanges
  onSaved: (config: http.WatermarkConfig) => void
  onDiscard: () => void
}

/** S-WM-05: saves or discards the changes. */
function SaveBar({ config, changes, onSaved, onDiscard }: SaveBarProps) {
  const [isSaving, setIsSaving] = useState(false)
  const isUnsaved = Object.keys(changes).length > 0
  const save = async () => {
    setIsSaving(true)
    const isSaved = await saveConfig(config)
    setIsSaving(false)
    if (!isSaved) return
    onSaved(config)
    showToast('Watermark settings saved')
  }
  return (
    <div className={styles['save']}>
      <p role="status" className={styles['state']}>
        {isUnsaved ? 'Unsaved changes' : ''}
      </p>
      {isUnsaved && (
        <Button appearance="quiet" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button appearance="primary" disabled={!isUnsaved || isSaving} onClick={() => void save()}>
        Save Settings
      </Button>
    </div>
  )
}

type BackdropPickerProps = {
  choice: BackdropChoice
  onChoose: (choice: BackdropChoice) => void
  testImage: File | null
  onTestImage: (file: File) => void
  onTestImageRemoved: () => void
}

const BACKDROP_CHOICES = [
  { value: 'photos', label: 'Photos' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/**
 * Lets the user select the background of the previews: their photos, a plain surface, or a picture from their device,
 * which is never uploaded.
 */
function BackdropPicker({ choice, onChoose, testImage, onTestImage, onTestImageRemoved }: BackdropPickerProps) {
  const choices = testImage ? [...BACKDROP_CHOICES, { value: 'test' as const, label: 'Test' }] : BACKDROP_CHOICES
  return (
    <section aria-label="Preview on" className={`stack-3 shrinkable ${styles['section']}`}>
      <ChoiceRow legend="Preview on" choices={choices} selected={choice} onChoose={onChoose} />
      <div className="wrap">
        <FileButton
          icon={<ImageUp aria-hidden />}
          accept="image/*"
          onFiles={([file]) => {
            if (file) onTestImage(file)
          }}
        >
          Test Image
        </FileButton>
        {testImage && (
          <Button appearance="quiet" icon={<X aria-hidden />} onClick={onTestImageRemoved}>
            Remove Test Image
          </Button>
        )}
      </div>
      <p className="caption">The test image is only shown here. It is not uploaded.</p>
    </section>
  )
}
