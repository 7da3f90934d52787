import type { http } from '@daymark/contracts'
import { useId, useState } from 'react'
import type { Outcome } from '../../../lib/outcome.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { createWebhook, updateWebhook, type WebhookRequest } from './webhooks.api.ts'
import styles from './webhooks.module.css'

/** Creates a webhook, or edits the given `webhook`. `onSecret` receives the signing secret of a new webhook. */
export function WebhookDialog(props: {
  webhook?: http.v1.Webhook
  onClose: () => void
  onSecret: (secret: string) => void
}) {
  const { webhook, onClose, onSecret } = props
  const formId = useId()
  const [webhookRequest, setWebhookRequest] = useState<WebhookRequest>({
    url: webhook?.url ?? '',
    events: webhook?.events ?? [],
  })
  const save = async () => {
    const saved: Outcome<http.v1.Webhook & { secret?: string }> = webhook
      ? await updateWebhook(webhook.id, webhookRequest)
      : await createWebhook(webhookRequest)
    if ('failure' in saved) return saved.failure
    if (saved.value.secret) onSecret(saved.value.secret)
    return null
  }
  const toggle = (event: http.v1.WebhookEvent, isSelected: boolean) =>
    setWebhookRequest({
      ...webhookRequest,
      events: EVENT_CHOICES.map(({ event }) => event).filter(other =>
        other === event ? isSelected : webhookRequest.events.includes(other),
      ),
    })
  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      submit={webhook ? 'Save Changes' : 'Create Webhook'}
      isReady={webhookRequest.url.trim() !== '' && webhookRequest.events.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="URL"
        type="url"
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        placeholder="https://studio.example/daymark"
        value={webhookRequest.url}
        onChange={event => setWebhookRequest({ ...webhookRequest, url: event.target.value })}
      />
      <fieldset className="stack">
        <legend className={styles['legend']}>Events</legend>
        {EVENT_CHOICES.map(({ event, description }) => (
          <div key={event} className={styles['event']}>
            <Checkbox
              label={<code>{event}</code>}
              aria-describedby={`${formId}-${event}`}
              checked={webhookRequest.events.includes(event)}
              onChange={({ target }) => toggle(event, target.checked)}
            />
            <span id={`${formId}-${event}`} className="muted">
              {description}
            </span>
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** rule 51: the events that webhooks can receive. */
const EVENT_DESCRIPTIONS: Record<http.v1.WebhookEvent, string> = {
  'image.uploaded': 'A photo was uploaded',
  'image.processed': 'A photo is processed and can be shown',
  'image.deleted': 'A photo was deleted',
  'album.created': 'An album was created',
  'album.updated': 'The title, cover or photos of an album changed',
  'album.deleted': 'An album was deleted',
  'share.created': 'A link was created',
  'share.view': 'A visitor opened a gallery',
  'share.revoked': 'A link was revoked',
  'share.completed': 'A first look was completed',
  'selection.submitted': 'A visitor submitted a pick list',
  'photo.replaced': 'The file of a photo was replaced',
  'comment.created': 'A visitor commented on a photo',
  'comment.resolved': 'A comment was resolved',
  'upload.received': 'A guest uploaded a photo',
}
const EVENT_CHOICES = Object.entries(EVENT_DESCRIPTIONS).map(([event, description]) => ({
  event: event as http.v1.WebhookEvent,
  description,
}))
