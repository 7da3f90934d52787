import { errors, rpc, anonymous } from '@daymark/contracts'
import { errors as nats } from '@nats-io/transport-node'
import type { ClientProxy } from '@nestjs/microservices'
import { throwError } from 'rxjs'
import { z } from 'zod'
import { RpcClient } from './rpc-client.ts'

const ping = rpc('kappa.work.ping', z.object({}), z.object({}))
const callThatFailsWith = (error: unknown) => {
  const proxy = { send: () => throwError(() => error) } as unknown as ClientProxy
  return new RpcClient(proxy, 1000).call(ping, {}, anonymous)
}

describe('a call to a service', () => {
  it.each([
    ['no service answers', new nats.NoRespondersError('kappa')],
    ['the connection is closed', new nats.ClosedConnectionError()],
    ['the connection breaks during the request', new nats.RequestError('disconnect')],
    ['the client of Nest lost its connection', 'Error: Connection lost. Trying to reconnect...'],
    ['the client of Nest is closed', new Error('Connection closed')],
    ['the bus ends the connection', new nats.ProtocolError('Slow Consumer')],
  ])('is UNAVAILABLE when %s', (_, error) => expect(callThatFailsWith(error)).rejects.toMatchObject({ status: 503 }))

  it.each([
    ['a fault of this program', new TypeError('cannot read the connection of undefined')],
    ['a subject that this process may not use', new nats.PermissionViolationError('503', 'publish', 'kappa')],
  ])('is INTERNAL after %s', (_, error) => expect(callThatFailsWith(error)).rejects.toMatchObject({ status: 500 }))

  it('rejects with the error of the service', () =>
    expect(callThatFailsWith(errors.FORBIDDEN().toJSON())).rejects.toMatchObject({ status: 403 }))
})
