import { type Asked, v1, webhooks } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentDelivery, presentDeliveryDetail } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** What was sent to a webhook, and sending it again. */
@Controller()
export class DeliveriesController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(v1.testWebhook)
  async test({ params: { id: webhookId } }: Asked<typeof v1.testWebhook>, { actor }: Caller) {
    return presentDelivery(await this.rpc.call(webhooks.testWebhook, { webhookId }, actor))
  }

  @Serves(v1.listDeliveries)
  async list({ params: { id: webhookId }, query }: Asked<typeof v1.listDeliveries>, { actor }: Caller) {
    const { status, limit, cursor } = query
    const page = await this.rpc.call(webhooks.listDeliveries, { webhookId, status, limit, cursor }, actor)
    return { deliveries: page.deliveries.map(presentDelivery), limit, next_cursor: page.nextCursor }
  }

  @Serves(v1.getDelivery)
  async get({ params: { id: webhookId, deliveryId } }: Asked<typeof v1.getDelivery>, { actor }: Caller) {
    return presentDeliveryDetail(await this.rpc.call(webhooks.getDelivery, { webhookId, deliveryId }, actor))
  }

  @Serves(v1.redeliver)
  async redeliver({ params: { id: webhookId, deliveryId } }: Asked<typeof v1.redeliver>, { actor }: Caller) {
    const { deliveries } = await this.rpc.call(webhooks.redeliver, { webhookId, deliveryId }, actor)
    return { ...succeeded('The delivery will be sent again.'), deliveries }
  }

  @Serves(v1.redeliverFailed)
  async redeliverFailed({ params: { id: webhookId } }: Asked<typeof v1.redeliverFailed>, { actor }: Caller) {
    const { deliveries } = await this.rpc.call(webhooks.redeliverFailed, { webhookId }, actor)
    return { ...succeeded(sentAgain(deliveries)), deliveries }
  }
}

const sentAgain = (count: number): string =>
  count === 1 ? 'One delivery will be sent again.' : `${count} deliveries will be sent again.`
