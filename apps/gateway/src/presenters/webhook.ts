import type { CreatedWebhookView, DeliveryDetailView, DeliveryView, http, WebhookView } from '@daymark/contracts'

type Webhook = http.v1.Webhook
type CreatedWebhook = Webhook & { secret: string }

/** S-HOOK-02. */
export function presentWebhook(view: WebhookView): Webhook {
  const { id, url, events, active, disabledReason, createdAt, updatedAt } = view
  return { id, url, events, active, disabled_reason: disabledReason, created_at: createdAt, updated_at: updatedAt }
}
/** The only time that the secret is shown. */
export const presentCreatedWebhook = (view: CreatedWebhookView): CreatedWebhook => ({
  ...presentWebhook(view),
  secret: view.secret,
})

export const presentDelivery = (view: DeliveryView): http.v1.Delivery => ({
  id: view.id,
  type: view.type,
  status: view.status,
  attempts: view.attempts,
  response_status: view.responseStatus,
  error: view.error,
  duration_ms: view.durationMs,
  created_at: view.createdAt,
  attempted_at: view.attemptedAt,
  next_attempt_at: view.nextAttemptAt,
})
export const presentDeliveryDetail = (view: DeliveryDetailView): http.v1.DeliveryDetail => ({
  ...presentDelivery(view),
  request: view.request,
  response: view.response,
})
