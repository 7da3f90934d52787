import { Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Link } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { PlanNotice } from '../frame/plan-notice.tsx'
import { ShownOnce } from '../frame/shown-once.dialog.tsx'
import { WebhookDialog } from './webhook.dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { webhooks } from './webhooks.queries.ts'
import styles from './webhooks.module.css'

export function Webhooks() {
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, isError, refetch } = useCached(webhooks())
  return (
    <>
      <PageHead
        title="Webhooks"
        lead={
          <>
            Hear of what happens instead of asking again and again. Deliveries follow{' '}
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>
            : signed, retried, and safe to receive twice. <Link to="/developers/scenarios">How to receive them</Link>
          </>
        }
      >
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setAsking(true)}>
          New Webhook
        </Button>
      </PageHead>
      <PlanNotice>
        {plan => `Webhooks come with the ${plan} plan. Until then none can be made, and nothing is sent.`}
      </PlanNotice>
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
          text="Name an address of yours and the events that it wants to hear of."
        />
      )}
      <div className={styles['cards']}>
        {data?.webhooks.map(webhook => (
          <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
        ))}
      </div>
      {isAsking && <WebhookDialog onClose={() => setAsking(false)} onSecret={setSecret} />}
      {secret && (
        <ShownOnce
          title="Signing Secret"
          text="Every delivery is signed with it. Copy it to the program that receives them now: it is shown this once."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
