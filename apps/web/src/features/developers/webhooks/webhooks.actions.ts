import type { http } from '@daymark/contracts'
import * as v1 from '@daymark/contracts/v1'
import { forget } from '../../../domain/cache/cache.ts'
import { call } from '../../../lib/api.ts'
import { type Outcome, outcomeOf } from '../../../lib/outcome.ts'

export type Wanted = { url: string; events: http.v1.WebhookEvent[] }

async function change<T>(what: string, request: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await outcomeOf(what, request)
  void readAgain()
  return outcome
}
export const readAgain = () => forget(['userProfile'])

const at = (id: string) => ({ params: { id } })

export const createWebhook = (body: Wanted) =>
  change('Creating the webhook failed', () => call(v1.createWebhook, { body }))
export const updateWebhook = (id: string, body: Partial<Wanted> & { active?: boolean }) =>
  change('Changing the webhook failed', () => call(v1.updateWebhook, { ...at(id), body }))
export const deleteWebhook = (id: string) => change('Deleting the webhook failed', () => call(v1.deleteWebhook, at(id)))
export const rotateSecret = (id: string) => change('Rotating the secret failed', () => call(v1.rotateSecret, at(id)))
export const sendTest = (id: string) => change('Sending a test event failed', () => call(v1.testWebhook, at(id)))
export const redeliverFailed = (id: string) => change('Sending again failed', () => call(v1.redeliverFailed, at(id)))
export const redeliver = (id: string, deliveryId: string) =>
  change('Sending again failed', () => call(v1.redeliver, { params: { id, deliveryId } }))
