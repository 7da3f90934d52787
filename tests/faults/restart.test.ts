import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const COUNT = 10_000
const AT_ONCE = 16
/** Requests that take longer count as hanging. Calls between services and starts take less, even on a busy machine. */
const HUNG_MS = 60_000
/** Errors of a client when a process stops; a truncated response is not among them. */
const isGone = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(codeOf(error))
const codeOf = (error: unknown): string =>
  String(((error as Error).cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code)

type Tally = { right: number; busy: number; gone: number; wrong: string[] }

describe(`10,000 requests during restarts, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('each request succeeds, fails with 503 or is not accepted, and none hangs', async () => {
    place = await install(bus)
    const user = await place.photographer()
    const { body: album } = await user.post<http.Album>('/api/albums', { title: 'Restarted' })
    const tally: Tally = { right: 0, busy: 0, gone: 0, wrong: [] }
    const rounds = bus === 'nats' ? place.servers : Array.from({ length: 3 }, () => place.servers[0]!)
    const load = requests(() => ask(user, album.id, tally))
    for (const [index, server] of rounds.entries()) {
      await load.reached((COUNT * (index + 1)) / (rounds.length + 2))
      await (index % 2 ? server.kill() : server.stop())
      await server.start()
    }
    await load.done
    expect(tally.wrong).toEqual([])
    expect(tally.right + tally.busy + tally.gone).toBe(COUNT)
    expect(tally.busy + tally.gone).toBeGreaterThan(0)
    expect(tally.right).toBeGreaterThan(COUNT / 10)
    // afterwards requests succeed again
    expect((await user.get<http.Album>(`/api/albums/${album.id}`)).body).toMatchObject({
      id: album.id,
      title: 'Restarted',
    })
  })
})

async function ask(user: Visitor, albumId: string, tally: Tally): Promise<void> {
  try {
    const answer = await within(HUNG_MS, user.get<http.Album>(`/api/albums/${albumId}`))
    if (answer.status === 200 && answer.body.title === 'Restarted') tally.right++
    else if (answer.status === 503 && answer.headers.get('retry-after')) tally.busy++
    else tally.wrong.push(`${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
  } catch (error) {
    if (!isGone(error)) return void tally.wrong.push(String((error as Error).cause ?? error))
    tally.gone++
    await delay(20) // a closed port fails at once; without a pause the rest would fail before the restart
  }
}

/** AT_ONCE clients with sequential requests; `reached` resolves when `count` requests have been sent. */
function requests(one: () => Promise<void>) {
  let sent = 0
  const waiting = new Map<number, () => void>()
  const client = async () => {
    while (sent < COUNT) {
      sent++
      for (const [count, go] of waiting) if (sent >= count) go()
      await one()
    }
  }
  const done = Promise.all(Array.from({ length: AT_ONCE }, client))
  const reached = (count: number): Promise<void> =>
    sent >= count ? Promise.resolve() : new Promise(resolve => void waiting.set(count, resolve))
  return { done, reached }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
