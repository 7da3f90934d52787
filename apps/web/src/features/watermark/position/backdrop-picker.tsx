import { ImageUp, X } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx'
import { FileButton } from '../../../widgets/uploader/choosing/file-button.tsx'
import type { BackdropChoice } from './backdrops.ts'
import styles from './position-tab.module.css'

type Props = {
  choice: BackdropChoice
  onChoose: (choice: BackdropChoice) => void
  testImage: File | null
  onTestImage: (file: File) => void
  onNoTestImage: () => void
}

const CHOICES = [
  { value: 'photos', label: 'Photos' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The preview's background: own photos, paper, or a picture of this device that is never uploaded. */
export function BackdropPicker({ choice, onChoose, testImage, onTestImage, onNoTestImage }: Props) {
  const choices = testImage ? [...CHOICES, { value: 'test' as const, label: 'Test' }] : CHOICES
  return (
    <section aria-label="Preview on" className={styles['section']}>
      <ChoiceRow legend="Preview on" choices={choices} chosen={choice} onChoose={onChoose} />
      <div className={styles['test']}>
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
          <Button look="quiet" icon={<X aria-hidden />} onClick={onNoTestImage}>
            Remove Test Image
          </Button>
        )}
      </div>
      <p className={styles['note']}>The test image is only shown here. It is not uploaded.</p>
    </section>
  )
}
