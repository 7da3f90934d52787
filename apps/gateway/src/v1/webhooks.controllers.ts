import { type RouteInput, v1, webhooks } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header } from '@nestjs/common'
import { presentCreatedWebhook, presentDelivery, presentDeliveryDetail, presentWebhook } from '../presenters/account.ts'
import { Serves, successBody } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'

/** Webhooks and their deliveries, managed with a token of the scope webhooks or with a session (rule 51). */
@Controller()
export class WebhooksController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(v1.listWebhooks)
  async list({ query: { limit, offset } }: RouteInput<typeof v1.listWebhooks>, { actor }: Caller) {
    const { webhooks: allWebhooks } = await this.rpc.call(webhooks.listWebhooks, {}, actor)
    const page = allWebhooks.slice(offset, offset + limit).map(presentWebhook)
    return { webhooks: page, total: allWebhooks.length, limit, offset }
  }

  @Serves(v1.createWebhook)
  @Header('Cache-Control', 'no-store')
  async create({ body: { url, events } }: RouteInput<typeof v1.createWebhook>, { actor }: Caller) {
    return presentCreatedWebhook(await this.rpc.call(webhooks.createWebhook, { url, events }, actor))
  }

  @Serves(v1.getWebhook)
  async get({ params: { id: webhookId } }: RouteInput<typeof v1.getWebhook>, { actor }: Caller) {
    return presentWebhook(await this.rpc.call(webhooks.getWebhook, { webhookId }, actor))
  }

  @Serves(v1.updateWebhook)
  async update({ params: { id: webhookId }, body }: RouteInput<typeof v1.updateWebhook>, { actor }: Caller) {
    const { url, events, active } = body
    return presentWebhook(await this.rpc.call(webhooks.updateWebhook, { webhookId, url, events, active }, actor))
  }

  @Serves(v1.deleteWebhook)
  async delete({ params: { id: webhookId } }: RouteInput<typeof v1.deleteWebhook>, { actor }: Caller) {
    await this.rpc.call(webhooks.deleteWebhook, { webhookId }, actor)
    return successBody('The webhook was deleted.')
  }

  @Serves(v1.rotateSecret)
  @Header('Cache-Control', 'no-store')
  async rotate({ params: { id: webhookId } }: RouteInput<typeof v1.rotateSecret>, { actor }: Caller) {
    return presentCreatedWebhook(await this.rpc.call(webhooks.rotateSecret, { webhookId }, actor))
  }

  @Serves(v1.testWebhook)
  async testWebhook({ params: { id: webhookId } }: RouteInput<typeof v1.testWebhook>, { actor }: Caller) {
    return presentDelivery(await this.rpc.call(webhooks.testWebhook, { webhookId }, actor))
  }

  @Serves(v1.listDeliveries)
  async listDeliveries({ params: { id: webhookId }, query }: RouteInput<typeof v1.listDeliveries>, { actor }: Caller) {
    const { status, limit, cursor } = query
    const page = await this.rpc.call(webhooks.listDeliveries, { webhookId, status, limit, cursor }, actor)
    return { deliveries: page.deliveries.map(presentDelivery), limit, next_cursor: page.nextCursor }
  }

  @Serves(v1.getDelivery)
  async getDelivery({ params: { id: webhookId, deliveryId } }: RouteInput<typeof v1.getDelivery>, { actor }: Caller) {
    return presentDeliveryDetail(await this.rpc.call(webhooks.getDelivery, { webhookId, deliveryId }, actor))
  }

  @Serves(v1.redeliver)
  async redeliver({ params: { id: webhookId, deliveryId } }: RouteInput<typeof v1.redeliver>, { actor }: Caller) {
    const { deliveries } = await this.rpc.call(webhooks.redeliver, { webhookId, deliveryId }, actor)
    return { ...successBody('The delivery will be sent again.'), deliveries }
  }

  @Serves(v1.redeliverFailed)
  async redeliverFailed({ params: { id: webhookId } }: RouteInput<typeof v1.redeliverFailed>, { actor }: Caller) {
    const { deliveries } = await this.rpc.call(webhooks.redeliverFailed, { webhookId }, actor)
    return { ...successBody(redeliveryMessage(deliveries)), deliveries }
  }
}

const redeliveryMessage = (count: number): string =>
  count === 1 ? 'One delivery will be sent again.' : `${count} deliveries will be sent again.`
