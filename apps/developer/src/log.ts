import type { Logger } from '@daymark/platform'

type Delivery = { id: string; webhookId: string; type: string; retry: number }

/** The log events of the developer service. They contain only ids, because URLs of receivers may contain secrets. */
export class DeveloperLog {
  constructor(private readonly log: Logger) {}
  tokenUseNotRecorded(tokenId: string, error: unknown): void {
    this.log.warn({ err: error, event: 'developer.token-use-not-noted', tokenId })
  }
  /** Logs a failed attempt: at info if the delivery has failed for good, at debug if another attempt follows. */
  deliveryFailed({ id: deliveryId, webhookId, type, retry }: Delivery, status: string, responseStatus?: number): void {
    const line = { event: 'developer.delivery-failed', deliveryId, webhookId, type, retry, status, responseStatus }
    if (status === 'failed') this.log.info(line)
    else this.log.debug(line)
  }
  webhookDisabled(webhookId: string, responseStatus?: number): void {
    this.log.info({ event: 'developer.webhook-disabled', webhookId, responseStatus })
  }
}
