import type { http } from '@daymark/contracts'
import type { Arrived } from '@daymark/testing/outside'
import { Webhook as Verifier } from 'standardwebhooks'

export type MadeWebhook = http.v1.Webhook & { secret: string }

export const ALL_EVENTS: http.v1.WebhookEvent[] = [
  ...(['image.uploaded', 'image.processed', 'image.deleted', 'album.created', 'album.updated'] as const),
  ...(['album.deleted', 'share.created', 'share.view', 'share.revoked'] as const),
]

/** Throws unless it is signed as Standard Webhooks says, by the eyes of its own library. */
export const verified = (secret: string, { text, headers }: Arrived): unknown =>
  new Verifier(secret).verify(text, headers as Record<string, string>)

export const statusesOf = (answers: Promise<{ status: number }>[]): Promise<number[]> =>
  Promise.all(answers).then(all => all.map(({ status }) => status))
