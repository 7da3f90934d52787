import { type DeliveryDetailView, type DeliveryView, errors } from '@daymark/contracts'
import { parseIdOrThrow } from '@daymark/platform'
import { deliverWebhook } from '../sending/delivery-jobs.ts'
import { type WebhookMessage, serializeMessage } from '../sending/attempt.ts'

/** A delivery in a list. */
export type DeliveryRow = WebhookMessage & {
  status: DeliveryView['status']
  attempts: number
  responseStatus: number | null
  error: string | null
  durationMs: number | null
  attemptedAt: Date | null
  nextAttemptAt: Date | null
}
export type DeliveryDetailRow = DeliveryRow & {
  requestHeaders: Record<string, string> | null
  responseHeaders: Record<string, string> | null
  responseBody: string | null
}
/**
 * The columns of a delivery. The next attempt is due when its job is due; null while the delivery is being sent or its webhook is paused.
 */
export const DELIVERY_COLUMNS = `id, type, data, status, attempts, response_status AS "responseStatus", error, duration_ms AS "durationMs",
  created_at AS "createdAt", attempted_at AS "attemptedAt",
  (SELECT run_at FROM job_queue j WHERE j.kind = '${deliverWebhook.kind}' AND j.key = deliveries.id::text AND j.lease IS NULL) AS "nextAttemptAt"`
export const DELIVERY_DETAIL_COLUMNS = `${DELIVERY_COLUMNS}, request_headers AS "requestHeaders", response_headers AS "responseHeaders",
  response_body AS "responseBody"`

export const parseDeliveryId = (id: string): string => parseIdOrThrow(errors.DELIVERY_NOT_FOUND, id)

export function viewDelivery(row: DeliveryRow): DeliveryView {
  const { id, type, status, attempts, responseStatus, error, durationMs, createdAt, attemptedAt, nextAttemptAt } = row
  return {
    id,
    type,
    status,
    attempts,
    responseStatus,
    error,
    durationMs,
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

/** Converts a row to a delivery with request and response of the last attempt. */
export function viewDetail(row: DeliveryDetailRow): DeliveryDetailView {
  const { requestHeaders, responseHeaders, responseBody } = row
  return {
    ...viewDelivery(row),
    request: requestHeaders && { headers: requestHeaders, body: serializeMessage(row) },
    response: responseHeaders && { headers: responseHeaders, body: responseBody ?? '' },
  }
}
