import { setImmediate } from 'node:timers/promises'
import { errors } from '@daymark/contracts'
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import { ServerNats } from '@nestjs/microservices'
import { finishedWithin } from '../async/timeout.ts'
import { CallVerifier, type Refusal } from '../rpc/signed-call.ts'
import { untilIdle } from '../service/in-flight.ts'
import { CALL_HEADER } from './signing-client.ts'

type Options = { shutdownMs: number; verifier: CallVerifier; onRefusal: (subject: string, why: Refusal) => void }

/** One way to nats-server and back; where it is away, nothing more comes. */
const LAST_REQUESTS_MS = 2000

/**
 * Nest's server for requests, with two duties more. A call is believed before anything of it is read. At shutdown it takes no new
 * requests, lets those in flight answer, and only then closes.
 */
export class RequestServer extends ServerNats {
  constructor(
    nats: ConstructorParameters<typeof ServerNats>[0],
    private readonly own: Options,
  ) {
    // nats-server has taken this process before (untilAccepted): what ends the first connection passes
    super({ ...nats, waitOnFirstConnect: true })
  }

  override async handleMessage(subject: string, message: Msg): Promise<void> {
    const call = { subject, payload: message.data, signature: message.headers?.get(CALL_HEADER) }
    const why = this.own.verifier.refusal(call)
    if (!why) return super.handleMessage(subject, message)
    this.own.onRefusal(subject, why)
    message.respond(JSON.stringify({ err: errors.CALL_REFUSED({ reason: why }), isDisposed: true }))
  }

  override async close(): Promise<void> {
    const open = Reflect.get(this, 'subscriptions') as Subscription[]
    // what nats-server had given to this process before it heard of the end is answered, too; a bus that is away ends nothing
    const drained = Promise.all(open.map(subscription => subscription.drain().catch(() => {})))
    await finishedWithin(drained, Math.min(LAST_REQUESTS_MS, this.own.shutdownMs))
    await untilIdle(this.own.shutdownMs)
    // Nest sends an answer a tick after its handler is done; it has left when nats-server says so
    await setImmediate()
    const client = Reflect.get(this, 'natsClient') as NatsConnection | undefined
    if (client)
      await finishedWithin(
        client.flush().catch(() => {}),
        LAST_REQUESTS_MS,
      )
    await super.close()
  }
}
