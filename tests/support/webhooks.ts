import type { http } from '@daymark/contracts'
import { type Arrived, pollUntil, type Visitor } from '@daymark/testing/outside'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Daymark } from './daymark.ts'

export type CreatedWebhook = http.v1.Webhook & { secret: string }

export const ALL_EVENTS: http.v1.WebhookEvent[] = [
  ...(['image.uploaded', 'image.processed', 'image.deleted', 'album.created', 'album.updated'] as const),
  ...(['album.deleted', 'share.created', 'share.view', 'share.revoked', 'selection.submitted'] as const),
  'photo.replaced',
  ...(['comment.created', 'comment.resolved', 'share.completed'] as const),
  // upload.received: tests/spec/sharing/guest-approval.test.ts
]

/** Throws unless it is signed as Standard Webhooks says, by the eyes of its own library. */
export const verifySignature = (secret: string, { text, headers }: Arrived): unknown =>
  new Verifier(secret).verify(text, headers as Record<string, string>)

export const statusesOf = (answers: Promise<{ status: number }>[]): Promise<number[]> =>
  Promise.all(answers).then(all => all.map(({ status }) => status))

/** What came of a test event; `pending` is an answer too, where the machine has much to do. */
export async function sendTestEvent(owner: Visitor, { id }: CreatedWebhook): Promise<http.v1.Delivery> {
  let { body } = await owner.post<http.v1.Delivery>(`/v1/webhooks/${id}/test`)
  await pollUntil('the test was tried', async () => {
    const path = `/v1/webhooks/${id}/deliveries/${body.id}`
    if (body.status === 'pending') body = (await owner.get<http.v1.Delivery>(path)).body
    return body.status !== 'pending'
  })
  return body
}

/** So many were tried and none of them is in flight; their next attempts are an hour later than they were. */
export async function waitForAttempts(daymark: Daymark, { id }: CreatedWebhook, count: number): Promise<void> {
  let moved = 0
  await pollUntil('all were tried', async () => {
    const rows = await daymark.db('developer').sql(
      `UPDATE job_queue j SET run_at = run_at + interval '1 hour' FROM deliveries d
       WHERE d.webhook_id = $1 AND d.attempts > 0 AND j.kind = 'deliver-webhook' AND j.key = d.id::text AND j.lease IS NULL
         AND j.run_at < now() + interval '30 minutes' RETURNING d.id`,
      [id],
    )
    return (moved += rows.length) >= count
  })
}
