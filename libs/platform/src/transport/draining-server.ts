import type { Subscription } from '@nats-io/transport-node'
import { ServerNats } from '@nestjs/microservices'
import { untilIdle } from '../service/in-flight.ts'

/** At shutdown it takes no new requests, lets those in flight answer, and only then closes. */
export class DrainingServer extends ServerNats {
  private readonly shutdownMs: number
  constructor(options: ConstructorParameters<typeof ServerNats>[0], shutdownMs: number) {
    super(options)
    this.shutdownMs = shutdownMs
  }
  override async close(): Promise<void> {
    for (const subscription of Reflect.get(this, 'subscriptions') as Subscription[]) subscription.unsubscribe()
    await untilIdle(this.shutdownMs)
    await super.close()
  }
}
