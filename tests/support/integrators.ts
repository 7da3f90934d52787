import type { http, Scope } from '@daymark/contracts'
import { type ReceivedRequest, pollUntil, Visitor } from '@daymark/testing/outside'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Daymark } from './daymark.ts'

/** For tests that exceed the usual rate limits. */
export const UNLIMITED = {
  DAYMARK_DEVELOPER_CALLS_PER_MINUTE: '100000',
  DAYMARK_DEVELOPER_UPLOADS_PER_HOUR: '100000',
}

/** A client of the public API: it has a token and no session. */
export async function createIntegrator(owner: Visitor, scopes: Scope[] = ['read', 'write']): Promise<Visitor> {
  const { status, body, bytes } = await owner.post<http.v1.Token & { token: string }>('/v1/tokens', { scopes })
  if (status !== 201) throw new Error(`no token: ${status} ${bytes.toString()}`)
  return new Visitor(owner.url, { authorization: `Bearer ${body.token}` })
}

export const tokenOf = ({ headers }: Visitor): string => headers['authorization']?.slice('Bearer '.length) ?? ''

export type CreatedWebhook = http.v1.Webhook & { secret: string }

export const ALL_EVENTS: http.v1.WebhookEvent[] = [
  ...(['image.uploaded', 'image.processed', 'image.deleted', 'album.created', 'album.updated'] as const),
  ...(['album.deleted', 'share.created', 'share.view', 'share.revoked', 'selection.submitted'] as const),
  'photo.replaced',
  ...(['comment.created', 'comment.resolved', 'share.completed'] as const),
  // upload.received: tests/spec/sharing/guest-approval.test.ts
]

/** Throws unless the library of Standard Webhooks accepts the signature. */
export const verifySignature = (secret: string, { text, headers }: ReceivedRequest): unknown =>
  new Verifier(secret).verify(text, headers as Record<string, string>)

export const statusesOf = (answers: Promise<{ status: number }>[]): Promise<number[]> =>
  Promise.all(answers).then(all => all.map(({ status }) => status))

/** Sends a test event and returns its delivery after the first attempt. */
export async function sendTestEvent(owner: Visitor, { id }: CreatedWebhook): Promise<http.v1.Delivery> {
  let { body } = await owner.post<http.v1.Delivery>(`/v1/webhooks/${id}/test`)
  await pollUntil('the test event was attempted', async () => {
    const path = `/v1/webhooks/${id}/deliveries/${body.id}`
    if (body.status === 'pending') body = (await owner.get<http.v1.Delivery>(path)).body
    return body.status !== 'pending'
  })
  return body
}

/** Waits until `count` deliveries were attempted, and postpones their next attempts by an hour. */
export async function waitForAttempts(daymark: Daymark, { id }: CreatedWebhook, count: number): Promise<void> {
  let moved = 0
  await pollUntil('all deliveries were attempted', async () => {
    const rows = await daymark.db('developer').sql(
      `UPDATE job_queue j SET run_at = run_at + interval '1 hour' FROM deliveries d
       WHERE d.webhook_id = $1 AND d.attempts > 0 AND j.kind = 'deliver-webhook' AND j.key = d.id::text AND j.lease IS NULL
         AND j.run_at < now() + interval '30 minutes' RETURNING d.id`,
      [id],
    )
    return (moved += rows.length) >= count
  })
}
