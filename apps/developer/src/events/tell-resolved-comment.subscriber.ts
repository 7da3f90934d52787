import { commentResolved, type EventOf } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofResolvedComment } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(commentResolved)
export class TellResolvedComment implements Subscriber<typeof commentResolved> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof commentResolved>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof commentResolved>, commit: Commit) {
    await this.webhooks.of(event, ofResolvedComment(event.data), commit)
  }
}
