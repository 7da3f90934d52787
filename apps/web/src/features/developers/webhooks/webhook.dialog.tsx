import type { http } from '@daymark/contracts'
import { useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { EVENTS } from './events.ts'
import type { Outcome } from '../../../lib/outcome.ts'
import { createWebhook, updateWebhook, type Wanted } from './webhooks.actions.ts'
import styles from './webhooks.module.css'

/** Makes one, or changes the one it is given. */
export function WebhookDialog(props: {
  webhook?: http.v1.Webhook
  onClose: () => void
  onSecret: (secret: string) => void
}) {
  const { webhook, onClose, onSecret } = props
  const form = useId()
  const [wanted, setWanted] = useState<Wanted>({ url: webhook?.url ?? '', events: webhook?.events ?? [] })
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    const saved: Outcome<http.v1.Webhook & { secret?: string }> = webhook
      ? await updateWebhook(webhook.id, wanted)
      : await createWebhook(wanted)
    setBusy(false)
    if ('sentence' in saved) return setSentence(saved.sentence)
    onClose()
    if (saved.done.secret) onSecret(saved.done.secret)
  }
  const toggle = (event: http.v1.WebhookEvent, isOn: boolean) =>
    setWanted({
      ...wanted,
      events: EVENTS.map(one => one.event).filter(one => (one === event ? isOn : wanted.events.includes(one))),
    })
  const isReady = wanted.url.trim() !== '' && wanted.events.length > 0
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" disabled={isBusy || !isReady}>
        {webhook ? 'Save Changes' : 'Create Webhook'}
      </Button>
    </>
  )
  return (
    <Modal title={webhook ? 'Edit Webhook' : 'New Webhook'} onClose={onClose} actions={actions}>
      <form
        id={form}
        className={styles['form']}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {sentence && <FailureNote text={sentence} />}
        <TextField
          label="URL"
          type="url"
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          placeholder="https://studio.example/daymark"
          value={wanted.url}
          onChange={event => setWanted({ ...wanted, url: event.target.value })}
        />
        <fieldset className={styles['events']}>
          <legend className={styles['legend']}>Events</legend>
          {EVENTS.map(({ event, about }) => (
            <div key={event} className={styles['event']}>
              <Checkbox
                label={<code>{event}</code>}
                aria-describedby={`${form}-${event}`}
                checked={wanted.events.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              />
              <span id={`${form}-${event}`} className={styles['about']}>
                {about}
              </span>
            </div>
          ))}
        </fieldset>
      </form>
    </Modal>
  )
}
