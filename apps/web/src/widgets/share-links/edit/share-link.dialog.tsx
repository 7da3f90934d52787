import type { http } from '@daymark/contracts'
import { BookmarkPlus, ListChecks } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { toPresetInput } from '../../../domain/shares/preset-choice.ts'
import { type ShareDraft, toShareInput, toShareDraft } from '../../../domain/shares/share-input.ts'
import { saveShare } from '../../../domain/shares/share.actions.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import type { ShareTarget } from '../preflight/checked-draft.ts'
import styles from '../share-link.module.css'
import { AccessFields, hasPassword } from './access-section.tsx'
import { GeneralFields } from './general-section.tsx'
import { PresetField, usePresets } from './preset-field.tsx'
import {
  CommentsFields,
  DownloadsFields,
  FirstLookFields,
  PicksFields,
  type SectionProps,
} from './visitor-sections.tsx'

const Preflight = lazyOf(() => import('../preflight/preflight.tsx'), 'Preflight')
const SavePreset = lazyOf(() => import('./save-preset.tsx'), 'SavePreset')

/** Buttons that check the settings before sharing or save them as a preset. */
function BeforeSharing(props: SectionProps & { target: ShareTarget; presets: readonly http.Preset[] }) {
  const { draft, share, presets } = props
  const [isChecking, setIsChecking] = useState(false)
  const [isNaming, setIsNaming] = useState(false)
  const createPresetInput = () =>
    toPresetInput(draft, {
      watermark: draft.watermark ?? share?.watermark ?? false,
      requiresPassword: hasPassword(props),
    })
  return (
    <div className={styles['before-sharing']}>
      <div className={`wrap ${styles['tools']}`}>
        <Button icon={<ListChecks aria-hidden />} aria-expanded={isChecking} onClick={() => setIsChecking(!isChecking)}>
          Check Before Sharing
        </Button>
        <Button
          appearance="quiet"
          icon={<BookmarkPlus aria-hidden />}
          aria-expanded={isNaming}
          onClick={() => setIsNaming(!isNaming)}
        >
          Save as Preset
        </Button>
      </div>
      <Suspense>
        {isNaming && <SavePreset presets={presets} createInput={createPresetInput} onDone={() => setIsNaming(false)} />}
        {isChecking && <Preflight {...props} />}
      </Suspense>
    </div>
  )
}

/** The sections of the dialog from top to bottom. */
const FORM_SECTIONS: [title: string, Fields: ComponentType<SectionProps>][] = [
  ['General', GeneralFields],
  ['Access', AccessFields],
  ['Downloads', DownloadsFields],
  ['Picking', PicksFields],
  ['Comments', CommentsFields],
  ['First look', FirstLookFields],
]

type Props = {
  /** The album or photos of a new link, or an existing link. */
  target: { album_id: string } | { image_ids: string[] } | { share: http.Share }
  /** The title of the album. A selection of photos gets its title in this dialog. */
  albumTitle?: string
  onSaved: (share: http.Share) => void
  onClose: () => void
}

/** Returns the default title of a selection, such as '12 photos, 1 May 2026'. */
const createTitle = (count: number) => `${formatPhotoCount(count)}, ${formatDate(new Date().toISOString())}`

/** S-PANEL-09: creates or edits a link. */
export function ShareLinkDialog({ target, albumTitle, onSaved, onClose }: Props) {
  const share = 'share' in target ? target.share : undefined
  const [draft, setDraft] = useState<ShareDraft>(() => ({
    ...toShareDraft(share),
    title: 'image_ids' in target ? createTitle(target.image_ids.length) : null,
  }))
  const [initialDraft] = useState(draft)
  const { presets, selected, choose } = usePresets(!share, draft === initialDraft, setDraft)
  const save = async () => {
    const outcome = await saveShare(target, toShareInput(draft))
    if ('failure' in outcome) return outcome.failure
    onSaved(outcome.value)
    return null
  }
  const fields: SectionProps = {
    draft,
    share,
    albumTitle: albumTitle ?? draft.title ?? '',
    requiresPassword: selected?.ask_password ?? false,
    updateDraft: change => setDraft(current => ({ ...current, ...change })),
  }
  return (
    <FormDialog
      title={share ? 'Edit share link' : 'New share link'}
      submit={share ? 'Save Link' : 'Create Link'}
      onSubmit={save}
      keepOpen
      onClose={onClose}
    >
      {!share && <PresetField presets={presets} selected={selected} onChoose={choose} />}
      {FORM_SECTIONS.map(([name, Fields]) => (
        <fieldset key={name} className={styles['section']}>
          <legend>{name}</legend>
          <div className={`stack-4 shrinkable ${styles['fields']}`}>
            <Fields {...fields} />
          </div>
        </fieldset>
      ))}
      <BeforeSharing {...fields} target={target} presets={presets} />
    </FormDialog>
  )
}
