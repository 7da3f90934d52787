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
import { type ReceivedRequest, pollUntil, Receiver } from '@daymark/testing/outside'
import { developerService } from '../src/index.ts'

export const OPEN = { DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' }
type NewWebhook = Partial<Input<typeof webhooks.createWebhook>>
export type CreatedWebhook = WebhookView & { secret: string; ownerId: string }

/** The developer service on a real PostgreSQL, called through its contracts, and a receiver of webhooks. */
export class WebhookServices {
  private planVersion = 0
  private constructor(
    public readonly services: TestServices,
    public readonly receiver: Receiver,
  ) {}

  static async start(options: TestServicesOptions = {}): Promise<WebhookServices> {
    const env = { ...OPEN, ...options.env }
    return new WebhookServices(await startServices([developerService], { ...options, env }), await Receiver.open())
  }
  async stop(): Promise<void> {
    await this.services.stop()
    await this.receiver.close()
  }

  /** Changes the plan of a user by the event that billing publishes. */
  async changePlan(userId: string, tier: Tier): Promise<void> {
    const version = ++this.planVersion
    const plan = { userId, tier, status: 'active' as const, storageLimit: 1, endDate: null, version }
    await this.services.publish(subscriptionChanged, userId, plan)
    await this.services.settle()
  }
  async createOwner(tier: Tier = 'studio'): Promise<string> {
    const userId = randomUUID()
    await this.changePlan(userId, tier)
    return userId
  }
  /** Creates a webhook for `ownerId`, or else for a new owner. */
  async createWebhook(input: NewWebhook = {}, ownerId?: string): Promise<CreatedWebhook> {
    const owner = ownerId ?? (await this.createOwner())
    const body = { url: `${this.receiver.url}/${randomUUID()}`, events: ['share.view' as const], ...input }
    return { ...(await this.services.rpc.call(webhooks.createWebhook, body, actorOf(owner))), ownerId: owner }
  }
  /** Removes and returns the oldest request that the receiver got for the webhook; waits for it if necessary. */
  takeRequest(webhook: WebhookView): Promise<ReceivedRequest> {
    return this.receiver.take(({ path }) => path === pathOf(webhook))
  }
  /** Counts the requests for the webhook that `takeRequest` has not removed. */
  countRemainingRequests(webhook: WebhookView): number {
    return this.receiver.arrived.filter(({ path }) => path === pathOf(webhook)).length
  }

  /** Publishes a visit of a link, the smallest event that webhooks receive. */
  async recordVisit(ownerId: string, viewCount = 1, linkId: string = randomUUID()): Promise<void> {
    const visitedAt = this.services.clock.now().toISOString()
    await this.services.publish(viewRecorded, linkId, { linkId, ownerId, albumId: randomUUID(), viewCount, visitedAt })
    await this.services.settle()
  }
  async listDeliveries({ id, ownerId }: CreatedWebhook, status?: DeliveryView['status']): Promise<DeliveryView[]> {
    const query = { webhookId: id, limit: 200, status }
    return (await this.services.rpc.call(webhooks.listDeliveries, query, actorOf(ownerId))).deliveries
  }
  getWebhook({ id, ownerId }: CreatedWebhook): Promise<WebhookView> {
    return this.services.rpc.call(webhooks.getWebhook, { webhookId: id }, actorOf(ownerId))
  }
  updateWebhook({ id, ownerId }: CreatedWebhook, changes: Omit<Input<typeof webhooks.updateWebhook>, 'webhookId'>) {
    return this.services.rpc.call(webhooks.updateWebhook, { webhookId: id, ...changes }, actorOf(ownerId))
  }
  /** Waits until the deliveries of the webhook satisfy `isDone`, and returns them. */
  async waitForDeliveries(
    what: string,
    webhook: CreatedWebhook,
    isDone: (deliveries: DeliveryView[]) => boolean,
  ): Promise<DeliveryView[]> {
    let deliveries: DeliveryView[] = []
    await pollUntil(what, async () => isDone((deliveries = await this.listDeliveries(webhook))))
    return deliveries
  }
}

/** Returns the path of the receiver address, which is different for each webhook of a test. */
export const pathOf = ({ url }: WebhookView): string => new URL(url).pathname
