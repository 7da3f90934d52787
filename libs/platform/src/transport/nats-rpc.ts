import { errors } from '@daymark/contracts'
import { headers, type Msg, type MsgHdrs, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { ClientNats, ServerNats } from '@nestjs/microservices'
import { setImmediate } from 'node:timers/promises'
import { isFinishedWithin } from '../async/time.ts'
import { type CallSigner, CallVerifier, type RejectionReason } from '../rpc/signed-call.ts'
import { waitUntilIdle } from '../service/requests.ts'

const CALL_HEADER = 'Daymark-Call'
type Packet = { pattern: string; data: unknown; id: string }

/** Nest's client with a signature for every call. Without a key, calls are unsigned, and the receiver rejects them. */
export class SigningClient extends ClientNats {
  constructor(options: ConstructorParameters<typeof ClientNats>[0], signer?: CallSigner) {
    super({ ...options, serializer: { serialize: packet => signPacket(packet as Packet, signer) } })
  }
}

/** Serializes and signs a call. The serialized bytes are signed, so that no canonical form of JSON is needed. */
function signPacket(packet: Packet, signer?: CallSigner): { data: Uint8Array; headers?: MsgHdrs } {
  const data = Buffer.from(JSON.stringify(packet))
  if (!signer) return { data }
  const callHeaders = headers()
  callHeaders.set(CALL_HEADER, signer.sign(packet.pattern, data))
  return { data, headers: callHeaders }
}

type RequestServerOptions = {
  shutdownMs: number
  verifier: CallVerifier
  onRefusal: (subject: string, reason: RejectionReason) => void
}

/** Maximum time for a round trip to nats-server at shutdown. */
const SHUTDOWN_REQUEST_MS = 2000

/**
 * Nest's server for requests with two additions: it verifies the signature of a call before it parses anything, and at shutdown it
 * stops accepting requests, finishes those in flight and then closes.
 */
export class RequestServer extends ServerNats {
  constructor(
    nats: ConstructorParameters<typeof ServerNats>[0],
    private readonly serverOptions: RequestServerOptions,
  ) {
    // nats-server has already accepted this process (waitForServer), so a failure of the first connection is temporary.
    super({ ...nats, waitOnFirstConnect: true })
  }

  override async handleMessage(subject: string, message: Msg): Promise<void> {
    const call = { subject, payload: message.data, signature: message.headers?.get(CALL_HEADER) }
    const rejection = this.serverOptions.verifier.findRejection(call)
    if (!rejection) return super.handleMessage(subject, message)
    this.serverOptions.onRefusal(subject, rejection)
    message.respond(JSON.stringify({ err: errors.CALL_REFUSED({ reason: rejection }), isDisposed: true }))
  }

  override async close(): Promise<void> {
    const openSubscriptions = Reflect.get(this, 'subscriptions') as Subscription[]
    // Requests that nats-server delivered before it received the unsubscription are answered too. An unreachable bus is ignored.
    const drained = Promise.all(openSubscriptions.map(subscription => subscription.drain().catch(() => {})))
    await isFinishedWithin(drained, Math.min(SHUTDOWN_REQUEST_MS, this.serverOptions.shutdownMs))
    await waitUntilIdle(this.serverOptions.shutdownMs)
    // Nest sends a response one tick after its handler is done. `flush` then waits until nats-server has received it.
    await setImmediate()
    const client = Reflect.get(this, 'natsClient') as NatsConnection | undefined
    if (client)
      await isFinishedWithin(
        client.flush().catch(() => {}),
        SHUTDOWN_REQUEST_MS,
      )
    await super.close()
  }
}
