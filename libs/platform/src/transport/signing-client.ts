import type { KeyObject } from 'node:crypto'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { ClientNats } from '@nestjs/microservices'
import { signCall } from '../rpc/signed-call.ts'

export const CALL_HEADER = 'Daymark-Call'
type Packet = { pattern: string; data: unknown; id: string }

/** Nest's client, whose calls say that they come from one who may call. Without a key it calls unsigned, and is refused. */
export class SigningClient extends ClientNats {
  constructor(options: ConstructorParameters<typeof ClientNats>[0], key?: KeyObject) {
    super({ ...options, serializer: { serialize: packet => signedPacket(packet as Packet, key) } })
  }
}

/** Signed are the very bytes that travel, so nothing is written twice and no form of JSON has to be agreed on. */
function signedPacket(packet: Packet, key?: KeyObject): { data: Uint8Array; headers?: MsgHdrs } {
  const data = Buffer.from(JSON.stringify(packet))
  if (!key) return { data }
  const extra = headers()
  extra.set(CALL_HEADER, signCall(packet.pattern, data, key))
  return { data, headers: extra }
}
