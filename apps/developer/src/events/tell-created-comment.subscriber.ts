import { commentCreated, type EventOf } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofComment } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(commentCreated)
export class TellCreatedComment implements Subscriber<typeof commentCreated> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof commentCreated>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof commentCreated>, commit: Commit) {
    await this.webhooks.of(event, ofComment(event.data), commit)
  }
}
