import type { http } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { formatDateTime, formatMoment } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { Select, TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import { ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { announce, removeAnnouncement } from '../system.actions.ts'
import { announcements } from '../system.queries.ts'
import { confirmAction } from '../../../../ui/overlay/confirm.ts'
import styles from '../system.module.css'

const KINDS = [
  ['info', 'Notice'],
  ['warning', 'Warning'],
] as const

function Announced({ announcement }: { announcement: http.Announcement }) {
  const { id, text, kind, starts_at, ends_at } = announcement
  const { isBusy, run } = useWork()
  const remove = async () => {
    if (await confirmAction({ title: 'Remove this announcement?', text, action: 'Remove', isDanger: true }))
      await run(() => removeAnnouncement(id))
  }
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <span>{text}</span>
        <span className={styles['small']}>
          Since {formatMoment(starts_at)}, {ends_at ? `until ${formatDateTime(ends_at)}` : 'until it is removed'}
        </span>
      </div>
      {kind === 'warning' && <Chip tone="caution">Warning</Chip>}
      <Button size="small" disabled={isBusy} aria-label={`Remove: ${text}`} onClick={() => void remove()}>
        Remove
      </Button>
    </li>
  )
}

function AnnounceForm() {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<http.Announcement['kind']>('info')
  const [until, setUntil] = useState('')
  const { isBusy, run } = useWork()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const ends_at = until ? new Date(until).toISOString() : null
    if (!(await run(() => announce({ text: text.trim(), kind, ends_at }), 'Announced.'))) return
    setText('')
    setUntil('')
  }
  return (
    <form className={styles['form']} onSubmit={event => void submit(event)}>
      <TextArea
        label="New announcement"
        required
        rows={2}
        maxLength={500}
        hint="Shown above the page to all signed-in users until they dismiss it."
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className={styles['pair']}>
        <Select label="Kind" value={kind} onChange={event => setKind(event.target.value as typeof kind)}>
          {KINDS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        <TextField
          label="Until (optional)"
          type="datetime-local"
          value={until}
          onChange={event => setUntil(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={isBusy || !text.trim()}>
        Announce
      </Button>
    </form>
  )
}

/** Banners for all signed-in users. */
export const Announcements = () => (
  <ReadCard title="Announcements" read={announcements}>
    {({ announcements: all }) => (
      <>
        {all.length > 0 && (
          <ul aria-label="Announcements">
            {all.map(announcement => (
              <Announced key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        )}
        <AnnounceForm />
      </>
    )}
  </ReadCard>
)
