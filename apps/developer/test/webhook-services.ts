import { randomUUID } from 'node:crypto'
import {
  type DeliveryView,
  type Input,
  subscriptionChanged,
  type Tier,
  viewRecorded,
  webhooks,
  type WebhookView,
} from '@daymark/contracts'
import { actorOf, startServices, type TestServices, type TestServicesOptions } from '@daymark/testing'
import { type Arrived, pollUntil, Receiver } from '@daymark/testing/outside'
import { developerService } from '../src/index.ts'

export const OPEN = { DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' }
type NewWebhook = Partial<Input<typeof webhooks.createWebhook>>
export type Made = WebhookView & { secret: string; ownerId: string }

/** The developer service on a real PostgreSQL, called through its contracts, and a receiver of webhooks. */
export class WebhookServices {
  private plans = 0
  private constructor(
    public readonly services: TestServices,
    public readonly receiver: Receiver,
  ) {}

  static async start(options: TestServicesOptions = {}): Promise<WebhookServices> {
    // the most that may be set
    const timeout = Math.min(60_000, 15_000)
    const env = { ...OPEN, DAYMARK_DEVELOPER_WEBHOOK_TIMEOUT_MS: String(timeout), ...options.env }
    return new WebhookServices(await startServices([developerService], { ...options, env }), await Receiver.open())
  }
  async stop(): Promise<void> {
    await this.services.stop()
    await this.receiver.close()
  }

  /** As billing announces it. */
  async plan(userId: string, tier: Tier): Promise<void> {
    const version = ++this.plans
    const plan = { userId, tier, status: 'active' as const, storageLimit: 1, endDate: null, version }
    await this.services.publish(subscriptionChanged, userId, plan)
    await this.services.settle()
  }
  async owner(tier: Tier = 'studio'): Promise<string> {
    const userId = randomUUID()
    await this.plan(userId, tier)
    return userId
  }
  /** Of an owner of its own unless one is named. */
  async webhook(wanted: NewWebhook = {}, ownerId?: string): Promise<Made> {
    const owner = ownerId ?? (await this.owner())
    const input = { url: `${this.receiver.url}/${randomUUID()}`, events: ['share.view' as const], ...wanted }
    return { ...(await this.services.rpc.call(webhooks.createWebhook, input, actorOf(owner))), ownerId: owner }
  }
  /** What came to it, or will come. */
  take(webhook: WebhookView): Promise<Arrived> {
    return this.receiver.take(({ path }) => path === pathOf(webhook))
  }
  /** How much came to it and was not taken. */
  left(webhook: WebhookView): number {
    return this.receiver.arrived.filter(({ path }) => path === pathOf(webhook)).length
  }

  /** A visit of a link: the smallest event. */
  async view(ownerId: string, viewCount = 1, linkId: string = randomUUID()): Promise<void> {
    const visitedAt = this.services.clock.now().toISOString()
    await this.services.publish(viewRecorded, linkId, { linkId, ownerId, albumId: randomUUID(), viewCount, visitedAt })
    await this.services.settle()
  }
  async deliveries({ id, ownerId }: Made, status?: DeliveryView['status']): Promise<DeliveryView[]> {
    const asked = { webhookId: id, limit: 200, status }
    return (await this.services.rpc.call(webhooks.listDeliveries, asked, actorOf(ownerId))).deliveries
  }
  get({ id, ownerId }: Made): Promise<WebhookView> {
    return this.services.rpc.call(webhooks.getWebhook, { webhookId: id }, actorOf(ownerId))
  }
  update({ id, ownerId }: Made, changes: Omit<Input<typeof webhooks.updateWebhook>, 'webhookId'>) {
    return this.services.rpc.call(webhooks.updateWebhook, { webhookId: id, ...changes }, actorOf(ownerId))
  }
  /** Waits for what the log of deliveries says. */
  async until(what: string, webhook: Made, is: (deliveries: DeliveryView[]) => boolean): Promise<DeliveryView[]> {
    let seen: DeliveryView[] = []
    await pollUntil(what, async () => is((seen = await this.deliveries(webhook))))
    return seen
  }
}

/** By which the receiver knows it. */
export const pathOf = ({ url }: WebhookView): string => new URL(url).pathname
