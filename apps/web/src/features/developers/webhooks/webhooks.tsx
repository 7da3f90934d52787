import { Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Link } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { PageHead, PlanNotice } from '../frame/page-head.tsx'
import { SecretDialog } from '../frame/secret.dialog.tsx'
import { WebhookDialog } from './webhook.dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { webhooksQuery } from './webhooks.api.ts'
import styles from './webhooks.module.css'

export function Webhooks() {
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, isError, refetch } = useCached(webhooksQuery())
  return (
    <>
      <PageHead
        title="Webhooks"
        lead={
          <>
            Get notified of changes instead of polling. Deliveries follow{' '}
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>
            : signed, retried, and safe to receive twice.{' '}
            <Link to="/developers/scenarios">How to receive webhooks</Link>
          </>
        }
      >
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setAsking(true)}>
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
          <Skeleton className={styles['waiting']} />
        </Skeletons>
      )}
      {data?.webhooks.length === 0 && (
        <EmptyState
          icon={<Share2 aria-hidden />}
          title="No webhooks yet"
          text="Enter the URL of your endpoint and choose the events to send."
        />
      )}
      <div className={styles['cards']}>
        {data?.webhooks.map(webhook => (
          <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
        ))}
      </div>
      {isAsking && <WebhookDialog onClose={() => setAsking(false)} onSecret={setSecret} />}
      {secret && (
        <SecretDialog
          title="Signing Secret"
          text="Every delivery is signed with it. Copy it to the receiving program now. It is shown only once."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
