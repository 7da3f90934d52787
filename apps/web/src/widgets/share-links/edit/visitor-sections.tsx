import {
  DOWNLOAD_SIZES,
  type DownloadSize,
  FIRST_LOOK_LIMITS,
  type http,
  MAX_DOWNLOAD_LIMIT,
  PICK_LIMITS,
} from '@daymark/contracts'
import { useId, useState } from 'react'
import {
  type FirstLookDraft,
  toLocalDay,
  EMPTY_FIRST_LOOK_DRAFT,
  DEFAULT_PICKS_DRAFT,
  type PicksDraft,
  type ShareDraft,
} from '../../../domain/shares/share-input.ts'
import { Checkbox, Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from '../share-link.module.css'

const PICK_LIMIT_INPUT = {
  type: 'number',
  inputMode: 'numeric',
  min: 1,
  max: PICK_LIMITS.max,
  step: 1,
  placeholder: 'Any',
} as const

/** The fields for picking photos and the required number of picks. */
export function PicksFields({ draft: { picks }, updateDraft }: SectionProps) {
  const change = (changes: Partial<PicksDraft>) =>
    updateDraft({ picks: { ...(picks ?? DEFAULT_PICKS_DRAFT), ...changes } })
  return (
    <>
      <Switch
        label="Visitors pick photos"
        checked={picks !== null}
        onChange={event => updateDraft({ picks: event.target.checked ? DEFAULT_PICKS_DRAFT : null })}
      />
      {picks && (
        <>
          <div className={styles['limits']}>
            <TextField
              {...PICK_LIMIT_INPUT}
              label="Minimum number of picks"
              value={picks.minimum}
              onChange={event => change({ minimum: event.target.value })}
            />
            <TextField
              {...PICK_LIMIT_INPUT}
              label="Maximum number of picks"
              value={picks.maximum}
              onChange={event => change({ maximum: event.target.value })}
            />
          </div>
          <TextField
            label="Deadline"
            placeholder="by Friday, June 14"
            maxLength={PICK_LIMITS.deadline}
            value={picks.deadline}
            onChange={event => change({ deadline: event.target.value })}
          />
          <Switch
            label="Visitors approve or reject each photo"
            checked={picks.review}
            onChange={event => change({ review: event.target.checked })}
          />
          <Switch
            label="Visitors write notes on photos"
            checked={picks.notes}
            onChange={event => change({ notes: event.target.checked })}
          />
        </>
      )}
    </>
  )
}

/** The fields for comments of visitors. */
export function CommentsFields({ draft: { comments }, updateDraft }: SectionProps) {
  return (
    <>
      <Switch
        label="Visitors comment on photos"
        checked={comments !== null}
        onChange={event => updateDraft({ comments: event.target.checked ? { shared: false } : null })}
      />
      {comments && (
        <Switch
          label="Visitors see comments of other visitors"
          checked={comments.shared}
          onChange={event => updateDraft({ comments: { shared: event.target.checked } })}
        />
      )}
    </>
  )
}

/**
 * The fields that announce further photos to visitors. Marking the gallery as complete is a separate action, because it
 * sends emails to visitors.
 */
export function FirstLookFields({ draft: { firstLook }, share, updateDraft }: SectionProps) {
  const [today] = useState(() => toLocalDay(new Date().toISOString()))
  const change = (changes: Partial<FirstLookDraft>) =>
    updateDraft({ firstLook: { ...(firstLook ?? EMPTY_FIRST_LOOK_DRAFT), ...changes } })
  return (
    <>
      <Switch
        label="Announce that more photos are coming"
        checked={firstLook !== null}
        onChange={event => updateDraft({ firstLook: event.target.checked ? EMPTY_FIRST_LOOK_DRAFT : null })}
      />
      {!firstLook && Boolean(share?.waiting) && (
        <p className="muted">
          Turning off the announcement does not notify anyone. Use “Mark as complete” next to the link to notify
          visitors.
        </p>
      )}
      {firstLook && (
        <>
          <TextField
            label="Complete by"
            type="date"
            min={today}
            hint="Shown to visitors. Leave empty to show no date."
            value={firstLook.expected}
            onChange={event => change({ expected: event.target.value })}
          />
          <TextField
            label="Message to visitors"
            placeholder="The dances and the portraits follow."
            maxLength={FIRST_LOOK_LIMITS.note}
            value={firstLook.note}
            onChange={event => change({ note: event.target.value })}
          />
        </>
      )}
    </>
  )
}

const SIZE_LABELS: Record<DownloadSize, string> = {
  original: 'Original',
  '2048': '2048 px, for large screens',
  '1080': '1080 px, for messages',
}

/** The sizes that visitors can download. At least one must be selected. */
function SizeChoices({ draft: { downloadSizes: selectedSizes }, updateDraft }: SectionProps) {
  const id = useId()
  const toggle = (size: DownloadSize) =>
    updateDraft({
      downloadSizes: DOWNLOAD_SIZES.filter(other =>
        other === size ? !selectedSizes.includes(other) : selectedSizes.includes(other),
      ),
    })
  return (
    <div role="group" aria-labelledby={id} className="stack-1">
      <p id={id} className="strong">
        Sizes that visitors may choose
      </p>
      {DOWNLOAD_SIZES.map(size => (
        <Checkbox
          key={size}
          label={SIZE_LABELS[size]}
          checked={selectedSizes.includes(size)}
          disabled={selectedSizes.length === 1 && selectedSizes[0] === size}
          onChange={() => toggle(size)}
        />
      ))}
    </div>
  )
}

/** The fields for downloads of visitors. */
export function DownloadsFields(props: SectionProps) {
  const { draft, updateDraft } = props
  const limitInput = { type: 'number', inputMode: 'numeric', min: 1, max: MAX_DOWNLOAD_LIMIT, step: 1 } as const
  return (
    <>
      <Switch
        label="Allow downloads"
        checked={draft.allowDownloads}
        onChange={event => updateDraft({ allowDownloads: event.target.checked })}
      />
      {draft.allowDownloads && (
        <>
          <SizeChoices {...props} />
          <p className="strong">Download limits</p>
          <div className={styles['limits']}>
            <TextField
              {...limitInput}
              label="Photos in total"
              placeholder="No limit"
              value={draft.downloadLimit}
              onChange={event => updateDraft({ downloadLimit: event.target.value })}
            />
            <TextField
              {...limitInput}
              label="Photos per visitor"
              placeholder="No limit"
              value={draft.visitorDownloadLimit}
              onChange={event => updateDraft({ visitorDownloadLimit: event.target.value })}
            />
          </div>
        </>
      )}
    </>
  )
}

/** The props of all sections of the dialog. */
export type SectionProps = {
  draft: ShareDraft
  updateDraft: (change: Partial<ShareDraft>) => void
  /** Undefined for a new link. */
  share: http.Share | undefined
  albumTitle: string
  /** Whether the selected preset requires a password. */
  requiresPassword: boolean
}
