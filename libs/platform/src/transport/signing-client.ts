import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { ClientNats } from '@nestjs/microservices'
import type { CallSigner } from '../rpc/signed-call.ts'

export const CALL_HEADER = 'Daymark-Call'
type Packet = { pattern: string; data: unknown; id: string }

/** Nest's client, whose calls say that they come from one who may call. Without a key it calls unsigned, and is refused. */
export class SigningClient extends ClientNats {
  constructor(options: ConstructorParameters<typeof ClientNats>[0], signer?: CallSigner) {
    super({ ...options, serializer: { serialize: packet => signedPacket(packet as Packet, signer) } })
  }
}

/** Signed are the very bytes that travel, so nothing is written twice and no form of JSON has to be agreed on. */
function signedPacket(packet: Packet, signer?: CallSigner): { data: Uint8Array; headers?: MsgHdrs } {
  const data = Buffer.from(JSON.stringify(packet))
  if (!signer) return { data }
  const extra = headers()
  extra.set(CALL_HEADER, signer.sign(packet.pattern, data))
  return { data, headers: extra }
}
