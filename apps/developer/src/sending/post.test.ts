import { Receiver } from '@daymark/testing/outside'
import { parseReceiver, ReceiverRejected } from '../receivers/receiver-url.ts'
import { describeFailure } from './attempt.ts'
import { post } from './post.ts'

let receiver: Receiver
beforeAll(async () => void (receiver = await Receiver.open()))
afterAll(() => receiver.close())

const neverAborted = new AbortController()
/** Sends a request to the receiver. `signal` aborts the request. */
const send = (signal = neverAborted.signal, url = `${receiver.url}/hook`) => {
  const to = parseReceiver(url, { allowsPrivate: true, installationUrl: undefined })
  return post(to, {
    headers: {},
    body: '{}',
    signal,
    pinnedLookup: (_host, _options, done) => done(null, '127.0.0.1', 4),
  })
}
/** Returns the error text of a request that received no response. */
const describeOutcome = (sent: Promise<unknown>) =>
  sent.then(
    () => 'a response',
    (error: unknown) => describeFailure(error, 15_000),
  )

it('the result contains status, headers and text of the response, and redirects are not followed', async () => {
  receiver.answers = (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end('Over there')
  expect(await send()).toMatchObject({ status: 302, headers: { location: '/elsewhere' }, body: 'Over there' })
  expect(receiver.arrived.splice(0)).toHaveLength(1)
})

it('only the beginning of a long response is read', async () => {
  const closed = new Promise<void>(resolve => {
    receiver.answers = (_, response) => {
      response.on('close', resolve)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(60_000)));
      }
      response.on('drain', more)
      more()
    }
  })
  const { status, body } = await send()
  expect([status, body]).toEqual([200, 'x'.repeat(16 * 1024)])
  await closed
})

it('a response with an incomplete body counts as a response', async () => {
  receiver.answers = (_, response) =>
    void response.writeHead(200, { 'content-length': '100' }).write('begun', () => response.socket?.end())
  expect(await send()).toMatchObject({ status: 200, body: 'begun' })
})

describe('without a response the error names the reason', () => {
  it('if the receiver does not respond in time', async () => {
    const late = new AbortController()
    receiver.answers = () => late.abort()
    expect(await describeOutcome(send(late.signal))).toBe('No response within 15 seconds.')
  })

  it('if the receiver closes the connection', async () => {
    receiver.answers = (_, response) => response.destroy()
    expect(await describeOutcome(send())).toBe('The connection was closed before a response arrived.')
  })

  it('if the receiver does not speak HTTP', async () => {
    receiver.answers = (_, response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')
    expect(await describeOutcome(send())).toBe('The response was not valid HTTP.')
  })

  it('if the receiver does not speak TLS', async () => {
    expect(await describeOutcome(send(undefined, receiver.url.replace('http:', 'https:')))).toMatch(/^The connection/)
  })

  it('if the address of the receiver is refused', () => {
    expect(describeFailure(new ReceiverRejected('the address is not public'), 1)).toBe(
      'Nothing was sent: the address is not public.',
    )
  })
})
