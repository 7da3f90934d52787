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

/** The dialog from top to bottom. Each section has its own file. */
const SECTIONS: [title: string, Fields: ComponentType<SectionProps>][] = [
  ['General', GeneralFields],
  ['Access', AccessFields],
  ['Downloads', DownloadsFields],
  ['Picking', PicksFields],
  ['Comments', CommentsFields],
  ['First look', FirstLookFields],
]

type Props = {
  /** An album, some photos, or an existing link. */
  at: { album_id: string } | { image_ids: string[] } | { share: http.Share }
  /** The title of the album; shared photos get their own title here. */
  albumTitle?: string
  onSaved: (share: http.Share) => void
  onClose: () => void
}

/** '12 photos, 1 May 2026', a recognizable default. */
const titleFor = (count: number) =>
  `${count === 1 ? '1 photo' : `${count} photos`}, ${formatDate(new Date().toISOString())}`

/** S-PANEL-09: creates or changes a link. */
export function ShareLinkDialog({ at, albumTitle, onSaved, onClose }: Props) {
  const share = 'share' in at ? at.share : undefined
  const id = useId()
  const [draft, setDraft] = useState<ShareDraft>(() => ({
    ...toShareDraft(share),
    title: 'image_ids' in at ? titleFor(at.image_ids.length) : null,
  }))
  const [begun] = useState(draft)
  const { presets, chosen, choose } = usePresets(!share, draft === begun, setDraft)
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
        {SECTIONS.map(([name, Fields]) => (
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
