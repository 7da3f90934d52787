import type { http } from '@daymark/contracts'
import { BookmarkPlus, ListChecks } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { toPresetChoice } from '../../../domain/shares/preset-choice.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { ShareTarget } from '../preflight/checked-draft.ts'
import { hasPassword } from './access-section.tsx'
import type { SectionProps } from './visitor-sections.tsx'
import styles from '../share-link.module.css'

const Preflight = lazy(async () => ({ default: (await import('../preflight/preflight.tsx')).Preflight }))
const SavePreset = lazy(async () => ({ default: (await import('./save-preset.tsx')).SavePreset }))

/** Buttons that check the settings before sharing or save them as a preset. */
export function BeforeSharing(props: SectionProps & { at: ShareTarget; presets: readonly http.Preset[] }) {
  const { draft, share, presets } = props
  const [isChecking, setIsChecking] = useState(false)
  const [isNaming, setIsNaming] = useState(false)
  const createPresetChoice = () =>
    toPresetChoice(draft, { watermark: draft.watermark ?? share?.watermark ?? false, asksPassword: hasPassword(props) })
  return (
    <div className={styles['before']}>
      <div className={styles['tools']}>
        <Button icon={<ListChecks aria-hidden />} aria-expanded={isChecking} onClick={() => setIsChecking(!isChecking)}>
          Check Before Sharing
        </Button>
        <Button
          look="quiet"
          icon={<BookmarkPlus aria-hidden />}
          aria-expanded={isNaming}
          onClick={() => setIsNaming(!isNaming)}
        >
          Save as Preset
        </Button>
      </div>
      <Suspense>
        {isNaming && <SavePreset {...{ presets, choice: createPresetChoice }} onDone={() => setIsNaming(false)} />}
        {isChecking && <Preflight {...props} />}
      </Suspense>
    </div>
  )
}
