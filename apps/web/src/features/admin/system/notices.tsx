import type { http } from '@daymark/contracts'
import { type SyntheticEvent, useState } from 'react'
import { formatDateTime, formatShortDateTime } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast, confirmAction } from '../../../ui/overlay/overlay-store.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Select, TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import {
  createAnnouncement,
  announcementsQuery,
  noticesQuery,
  removeAnnouncement,
  setMaintenance,
} from '../admin.api.ts'
import { StatusChip, QueryCard } from '../frame/card.tsx'
import styles from './system.module.css'

const KIND_CHOICES = [
  ['info', 'Notice'],
  ['warning', 'Warning'],
] as const

function AnnouncementRow({ announcement }: { announcement: http.Announcement }) {
  const { id, text, kind, starts_at, ends_at } = announcement
  const { isBusy, run } = useAction()
  const remove = async () => {
    if (await confirmAction({ title: 'Remove this announcement?', text, action: 'Remove', isDanger: true }))
      await run(() => removeAnnouncement(id))
  }
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <span>{text}</span>
        <span className="caption">
          Since {formatShortDateTime(starts_at)}, {ends_at ? `until ${formatDateTime(ends_at)}` : 'until it is removed'}
        </span>
      </div>
      {kind === 'warning' && <StatusChip tone="caution">Warning</StatusChip>}
      <Button size="small" disabled={isBusy} aria-label={`Remove: ${text}`} onClick={() => void remove()}>
        Remove
      </Button>
    </li>
  )
}

function AnnouncementForm() {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<http.Announcement['kind']>('info')
  const [endsAt, setEndsAt] = useState('')
  const { isBusy, run } = useAction()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const ends_at = endsAt ? new Date(endsAt).toISOString() : null
    if (!(await run(() => createAnnouncement({ text: text.trim(), kind, ends_at }), 'Announcement published.'))) return
    setText('')
    setEndsAt('')
  }
  return (
    <form className="stack-3 shrinkable" onSubmit={event => void submit(event)}>
      <TextArea
        label="New announcement"
        required
        rows={2}
        maxLength={500}
        hint="Shown above the page to all signed-in users until they dismiss it."
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className={styles['columns']}>
        <Select
          label="Kind"
          value={kind}
          onChange={event => setKind(event.target.value as typeof kind)}
          options={KIND_CHOICES}
        />
        <TextField
          label="Until (optional)"
          type="datetime-local"
          value={endsAt}
          onChange={event => setEndsAt(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={isBusy || !text.trim()}>
        Announce
      </Button>
    </form>
  )
}

/** The announcements, which all signed-in users see as banners. */
export const Announcements = () => (
  <QueryCard title="Announcements" query={announcementsQuery}>
    {({ announcements }) => (
      <>
        {announcements.length > 0 && (
          <ul aria-label="Announcements">
            {announcements.map(announcement => (
              <AnnouncementRow key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        )}
        <AnnouncementForm />
      </>
    )}
  </QueryCard>
)

const REFRESH_SECONDS = 15

function StartMaintenanceDialog({ onClose }: { onClose: () => void }) {
  const [message, setMessage] = useState('')
  const start = async () => {
    const outcome = await setMaintenance(true, message.trim() || null)
    if ('failure' in outcome) return outcome.failure
    showToast('Maintenance started.')
    return null
  }
  return (
    <FormDialog title="Start Maintenance" submit="Start Maintenance" isDanger onSubmit={start} onClose={onClose}>
      <p>Uploads and changes are paused until maintenance ends. Galleries and libraries can still be viewed.</p>
      <TextArea
        label="Message (optional)"
        data-autofocus
        maxLength={300}
        hint="Shown to all signed-in users, and when a change is rejected during maintenance."
        value={message}
        onChange={event => setMessage(event.target.value)}
      />
    </FormDialog>
  )
}

function MaintenanceSwitch({ maintenance: { on, message, since } }: { maintenance: http.Maintenance }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { isBusy, run } = useAction()
  const endMaintenance = () => void run(() => setMaintenance(false, null), 'Maintenance ended.')
  return (
    <>
      <p className="muted">
        {on
          ? `Read-only${since ? ` since ${formatShortDateTime(since)}` : ''}: uploads and changes are paused.`
          : 'During maintenance, Daymark is read-only. Start maintenance before you move data or upgrade.'}
      </p>
      {on && message && <p>{message}</p>}
      <div className="wrap">
        {on ? (
          <Button appearance="primary" disabled={isBusy} onClick={endMaintenance}>
            End Maintenance
          </Button>
        ) : (
          <Button onClick={() => setDialogOpen(true)}>Start Maintenance</Button>
        )}
      </div>
      {isDialogOpen && <StartMaintenanceDialog onClose={() => setDialogOpen(false)} />}
    </>
  )
}

/** The maintenance mode, in which Daymark is read-only for all users. */
export const Maintenance = () => (
  <QueryCard
    title="Maintenance"
    query={noticesQuery}
    intervalSeconds={REFRESH_SECONDS}
    aside={({ maintenance: { on } }) =>
      on ? <StatusChip tone="caution">On</StatusChip> : <StatusChip>Off</StatusChip>
    }
  >
    {({ maintenance }) => <MaintenanceSwitch maintenance={maintenance} />}
  </QueryCard>
)
