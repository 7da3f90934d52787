import { DOWNLOAD_SIZES, MAX_DOWNLOAD_LIMIT, type DownloadSize } from '@daymark/contracts'
import { useId } from 'react'
import { Checkbox, Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { SectionProps } from './section.ts'
import styles from './downloads-section.module.css'

const WORDS: Record<DownloadSize, string> = {
  original: 'Original',
  '2048': '2048 px, for large screens',
  '1080': '1080 px, for messages',
}

/** At least one: offering none means downloads are off. */
function Sizes({ draft: { downloadSizes: chosen }, set }: SectionProps) {
  const id = useId()
  const toggle = (size: DownloadSize) =>
    set({
      downloadSizes: DOWNLOAD_SIZES.filter(known =>
        known === size ? !chosen.includes(known) : chosen.includes(known),
      ),
    })
  return (
    <div role="group" aria-labelledby={id} className={styles['sizes']}>
      <p id={id} className={styles['label']}>
        Sizes that visitors may choose
      </p>
      {DOWNLOAD_SIZES.map(size => (
        <Checkbox
          key={size}
          label={WORDS[size]}
          checked={chosen.includes(size)}
          disabled={chosen.length === 1 && chosen[0] === size}
          onChange={() => toggle(size)}
        />
      ))}
    </div>
  )
}

/** The downloads of visitors. */
export function DownloadsFields(props: SectionProps) {
  const { draft, set } = props
  const number = { type: 'number', inputMode: 'numeric', min: 1, max: MAX_DOWNLOAD_LIMIT, step: 1 } as const
  return (
    <>
      <Switch
        label="Allow downloads"
        checked={draft.allowDownloads}
        onChange={event => set({ allowDownloads: event.target.checked })}
      />
      {draft.allowDownloads && (
        <>
          <Sizes {...props} />
          <p className={styles['label']}>How much may be downloaded</p>
          <div className={styles['limits']}>
            <TextField
              {...number}
              label="Photos in all"
              placeholder="No limit"
              value={draft.downloadLimit}
              onChange={event => set({ downloadLimit: event.target.value })}
            />
            <TextField
              {...number}
              label="Photos per visitor"
              placeholder="No limit"
              value={draft.visitorLimit}
              onChange={event => set({ visitorLimit: event.target.value })}
            />
          </div>
        </>
      )}
    </>
  )
}
