import type { http } from '@daymark/contracts'
import { useId, useState, type ComponentType, type SyntheticEvent } from 'react'
import { toShareChoice, toShareDraft, type ShareDraft } from '../../../domain/shares/share-choice.ts'
import { saveShare } from '../../../domain/shares/share.actions.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { AccessFields } from './access-section.tsx'
import {
  CommentsFields,
  DownloadsFields,
  FirstLookFields,
  PicksFields,
  type SectionProps,
} from './visitor-sections.tsx'
import { GeneralFields } from './general-section.tsx'
import { PresetField, usePresets } from './preset-field.tsx'
import { BeforeSharing } from './before-sharing.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import styles from '../share-link.module.css'

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
  at: { album_id: string } | { image_ids: string[] } | { share: http.Share }
  /** The title of the album. A selection of photos gets its title in this dialog. */
  albumTitle?: string
  onSaved: (share: http.Share) => void
  onClose: () => void
}

/** Returns the default title of a selection, such as '12 photos, 1 May 2026'. */
const createTitle = (count: number) =>
  `${count === 1 ? '1 photo' : `${count} photos`}, ${formatDate(new Date().toISOString())}`

/** S-PANEL-09: creates or edits a link. */
export function ShareLinkDialog({ at, albumTitle, onSaved, onClose }: Props) {
  const share = 'share' in at ? at.share : undefined
  const id = useId()
  const [draft, setDraft] = useState<ShareDraft>(() => ({
    ...toShareDraft(share),
    title: 'image_ids' in at ? createTitle(at.image_ids.length) : null,
  }))
  const [initialDraft] = useState(draft)
  const { presets, chosen, choose } = usePresets(!share, draft === initialDraft, setDraft)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsSaving(true)
    setError(null)
    const saved = await saveShare(at, toShareChoice(draft))
    setIsSaving(false)
    if (typeof saved === 'string') setError(saved)
    else onSaved(saved)
  }
  const actions = (
    <>
      <FailureNote text={error} />
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} look="primary" disabled={isSaving}>
        {share ? 'Save Link' : 'Create Link'}
      </Button>
    </>
  )
  const title = share ? 'Edit share link' : 'New share link'
  const fields: SectionProps = {
    ...{ draft, share, albumTitle: albumTitle ?? draft.title ?? '', asksPassword: chosen?.ask_password ?? false },
    set: change => setDraft(before => ({ ...before, ...change })),
  }
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      <form id={id} aria-label={title} className={styles['form']} onSubmit={event => void onSubmit(event)}>
        {!share && <PresetField {...{ presets, chosen }} onChoose={choose} />}
        {FORM_SECTIONS.map(([name, Fields]) => (
          <fieldset key={name} className={styles['section']}>
            <legend>{name}</legend>
            <div className={styles['fields']}>
              <Fields {...fields} />
            </div>
          </fieldset>
        ))}
        <BeforeSharing {...fields} at={at} presets={presets} />
      </form>
    </Modal>
  )
}
