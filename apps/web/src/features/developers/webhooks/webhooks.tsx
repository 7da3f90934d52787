import type { http } from '@daymark/contracts'
import { ChevronDown, Pencil, Plus, Share2, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Link } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { confirmAction } from '../../../ui/overlay/overlay-store.ts'
import { PageHead, PlanNotice } from '../frame/page-head.tsx'
import { SecretDialog } from '../frame/secret.dialog.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookDialog } from './webhook.dialog.tsx'
import { deleteWebhook, rotateSecret, sendTestEvent, updateWebhook, webhooksQuery } from './webhooks.api.ts'
import styles from './webhooks.module.css'

function StateBadge({ webhook: { active, disabled_reason } }: { webhook: http.v1.Webhook }) {
  if (active) return <Badge tone="good">Active</Badge>
  return disabled_reason ? <Badge tone="danger">Stopped</Badge> : <Badge>Paused</Badge>
}

const ROTATE_CONFIRMATION = {
  title: 'Create a new signing secret?',
  text: 'For 24 hours, deliveries will be signed with both secrets.',
  action: 'Create Secret',
}
const DELETE_CONFIRMATION = {
  title: 'Delete this webhook?',
  text: 'Deliveries will stop at once.',
  action: 'Delete Webhook',
  isDanger: true,
}

function WebhookCard({ webhook, onSecret }: { webhook: http.v1.Webhook; onSecret: (secret: string) => void }) {
  const { id, url, events, active, disabled_reason } = webhook
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { isBusy, run } = useAction()
  const logId = useId()
  const sendTest = async () => {
    if (await run(() => sendTestEvent(id), 'Test event sent.')) setOpen(true)
  }
  const rotate = async () => {
    if (!(await confirmAction(ROTATE_CONFIRMATION))) return
    const webhookWithSecret = await run(() => rotateSecret(id))
    if (webhookWithSecret) onSecret(webhookWithSecret.secret)
  }
  const remove = async () => {
    if (await confirmAction(DELETE_CONFIRMATION)) await run(() => deleteWebhook(id))
  }
  const toggleActive = () => void run(() => updateWebhook(id, { active: !active }))
  return (
    <article aria-label={url} className={`surface stack-3 shrinkable ${styles['card']}`}>
      <header className={styles['head']}>
        <h2 className={styles['url']}>{url}</h2>
        <StateBadge webhook={webhook} />
      </header>
      <ul aria-label="Events" className={styles['chips']}>
        {events.map(event => (
          <li key={event}>
            <code className={styles['chip']}>{event}</code>
          </li>
        ))}
      </ul>
      {disabled_reason && <Notice tone="warning">{disabled_reason}</Notice>}
      <div className="wrap align-items-center">
        <Button disabled={isBusy} onClick={() => void sendTest()}>
          Send Test Event
        </Button>
        <Button
          appearance="quiet"
          aria-expanded={isOpen}
          aria-controls={logId}
          className={styles['deliveries-toggle']}
          onClick={() => setOpen(!isOpen)}
        >
          Deliveries
          <ChevronDown aria-hidden />
        </Button>
        <Button appearance="quiet" disabled={isBusy} onClick={toggleActive}>
          {active ? 'Pause' : 'Resume'}
        </Button>
        <Button appearance="quiet" disabled={isBusy} onClick={() => void rotate()}>
          New Secret
        </Button>
        <span className={styles['icon-buttons']}>
          <IconButton name="Edit webhook" onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            name="Delete webhook"
            disabled={isBusy}
            className={styles['delete']}
            onClick={() => void remove()}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
      <div id={logId} hidden={!isOpen}>
        {isOpen && <DeliveryLog webhookId={id} />}
      </div>
      {isEditing && <WebhookDialog webhook={webhook} onClose={() => setEditing(false)} onSecret={onSecret} />}
    </article>
  )
}

export function Webhooks() {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, isError, refetch } = useCached(webhooksQuery())
  return (
    <>
      <PageHead
        title="Webhooks"
        description={
          <>
            Get notified of changes instead of polling. Deliveries follow{' '}
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>
            : signed, retried, and with an ID by which you can ignore duplicates.{' '}
            <Link to="/developers/scenarios">How to receive webhooks</Link>
          </>
        }
      >
        <Button appearance="primary" icon={<Plus aria-hidden />} onClick={() => setDialogOpen(true)}>
          New Webhook
        </Button>
      </PageHead>
      <PlanNotice>{plan => `Webhooks require the ${plan} plan.`}</PlanNotice>
      {isError && (
        <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
          Your webhooks could not be loaded.
        </Notice>
      )}
      {!data && !isError && (
        <Skeletons label="Loading webhooks">
          <Skeleton className={styles['loading']} />
        </Skeletons>
      )}
      {data?.webhooks.length === 0 && (
        <EmptyState
          icon={<Share2 aria-hidden />}
          title="No webhooks yet"
          text="Enter the URL of your endpoint and choose the events to send."
        />
      )}
      <div className="stack-4 shrinkable">
        {data?.webhooks.map(webhook => (
          <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
        ))}
      </div>
      {isDialogOpen && <WebhookDialog onClose={() => setDialogOpen(false)} onSecret={setSecret} />}
      {secret && (
        <SecretDialog
          title="Signing Secret"
          text="Daymark signs every delivery with this secret. Copy it to your endpoint now. It is shown only once."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
