import { anonymous, errors, rpc } from '@daymark/contracts'
import { jest } from '@jest/globals'
import { errors as nats } from '@nats-io/transport-node'
import type { ClientProxy } from '@nestjs/microservices'
import { lastValueFrom, NEVER, of, Subject, throwError } from 'rxjs'
import { z } from 'zod'
import { RpcClient, rpcTimeout } from './rpc-client.ts'

describe('the timeout of a call', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it('fails the call after the given time', async () => {
    const failed = jest.fn()
    lastValueFrom(NEVER.pipe(rpcTimeout(700))).catch(failed)
    await jest.advanceTimersByTimeAsync(699)
    expect(failed).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
  })

  it.each([200, 600, 900])(
    'accepts a response that arrives right after a suspension longer than the timeout of %i ms',
    async ms => {
      const responses = new Subject<string>()
      const response = lastValueFrom(responses.pipe(rpcTimeout(ms)))
      await simulateSuspension(ms)
      responses.next('there')
      responses.complete()
      expect(await response).toBe('there')
    },
  )

  it('fails the call if no response arrives soon after a suspension', async () => {
    const failed = jest.fn()
    lastValueFrom(NEVER.pipe(rpcTimeout(200))).catch(failed)
    await simulateSuspension(200)
    expect(failed).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(500)
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('passes results and errors on unchanged', async () => {
    expect(await lastValueFrom(of('there').pipe(rpcTimeout(50)))).toBe('there')
    await expect(lastValueFrom(throwError(() => new Error('away')).pipe(rpcTimeout(50)))).rejects.toThrow('away')
  })
})

/** Simulates a suspension of five seconds: the timer, which checks every 500 ms, fires five seconds late. */
async function simulateSuspension(ms: number): Promise<void> {
  const now = performance.now()
  jest.spyOn(performance, 'now').mockReturnValue(now + ms + 5000)
  await jest.advanceTimersByTimeAsync(Math.min(ms, 500))
}

const ping = rpc('kappa.work.ping', z.object({}), z.object({}))
const callThatFailsWith = (error: unknown) => {
  const proxy = { send: () => throwError(() => error) } as unknown as ClientProxy
  return new RpcClient(proxy, 1000).call(ping, {}, anonymous)
}

describe('a call to a service', () => {
  it.each([
    ['no service is subscribed', new nats.NoRespondersError('kappa')],
    ['the connection is closed', new nats.ClosedConnectionError()],
    ['the connection breaks during the request', new nats.RequestError('disconnect')],
    ['the client of Nest lost its connection', 'Error: Connection lost. Trying to reconnect...'],
    ['the client of Nest is closed', new Error('Connection closed')],
    ['the bus ends the connection', new nats.ProtocolError('Slow Consumer')],
  ])('is UNAVAILABLE when %s', (_, error) => expect(callThatFailsWith(error)).rejects.toMatchObject({ status: 503 }))

  it.each([
    ['a programming error', new TypeError('cannot read the connection of undefined')],
    ['a subject that this process may not use', new nats.PermissionViolationError('503', 'publish', 'kappa')],
  ])('is INTERNAL after %s', (_, error) => expect(callThatFailsWith(error)).rejects.toMatchObject({ status: 500 }))

  it('rejects with the error of the service', () =>
    expect(callThatFailsWith(errors.FORBIDDEN().toJSON())).rejects.toMatchObject({ status: 403 }))
})
