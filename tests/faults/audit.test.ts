import { setTimeout as delay } from 'node:timers/promises'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { daymark } from '../support/server.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const KILLS = 2
/** Acknowledged actions before each kill. */
const EACH = 12

type Entry = { seq: string; action: string; target_id: string }

describe(`kill -9 of admin during audited actions, ${bus} bus`, () => {
  let place: Installation
  beforeAll(async () => void (place = await install(bus, { DAYMARK_LOG_LEVEL: 'info' })))
  afterAll(() => place?.stop())

  const server = () => place.servers.find(({ services }) => /admin|all/.test(services.join(' ')))!
  const entries = () => place.query<Entry>("SELECT seq, action, target_id FROM admin.audit WHERE action LIKE 'token.%'")
  const targets = async (action: string) =>
    (await entries()).filter(row => row.action === action).map(row => row.target_id)
  const ids = async (sql: string) => (await place.query<{ id: string }>(sql)).map(({ id }) => id)
  const verify = (...ends: string[]) => daymark(['audit', 'verify', ...ends], place.env('admin'))

  it('every action is logged once, the chain is intact, and later changes are detected', async () => {
    const user = await place.photographer()
    const answered = { created: new Set<string>(), revoked: new Set<string>() }
    const load = { isRunning: true }
    const client = async () => {
      while (load.isRunning) await createAndRevokeToken(user, answered).catch(() => delay(50)) // the server is down
    }
    const clients = Promise.all([client(), client()])
    for (let kills = 0; kills < KILLS; kills++) {
      const enough = answered.created.size + EACH
      await pollUntil('some actions are acknowledged', () => answered.created.size >= enough)
      await server().kill()
      await server().start()
    }
    const [, end = ''] = /"seq":(\d+,"hash":"[0-9a-f]{64})"/.exec(lastCheckpoint(server().log)) ?? []
    expect(end).not.toBe('')
    load.isRunning = false
    await clients

    const made = async () => [
      ...(await ids('SELECT id FROM developer.api_tokens')),
      ...(await targets('token.revoked')),
    ]
    await pollUntil('every action is logged', async () => {
      const [created, revoked] = [new Set(await targets('token.created')), new Set(await targets('token.revoked'))]
      const isThere = answered.created.isSubsetOf(created) && answered.revoked.isSubsetOf(revoked)
      return isThere && created.size === new Set(await made()).size
    })
    const created = await targets('token.created')
    // including actions whose response was lost with the process
    expect(created.toSorted()).toEqual((await made()).toSorted())
    expect(new Set(created).size).toBe(created.length)
    expect(await place.query('SELECT reason FROM admin.dead_letters')).toEqual([])
    const seqs = (await place.query<{ seq: string }>('SELECT seq FROM admin.audit ORDER BY seq')).map(row => +row.seq)
    expect(seqs).toEqual(seqs.map((_, n) => n + 1))

    const checkpoint = end.replace(',"hash":"', ':')
    expect(await verify(checkpoint)).toMatch(
      new RegExp(`^${seqs.length} entries from 1 to ${seqs.length} are unchanged`),
    )
    await expect(verify(`${checkpoint.split(':')[0]}:${'f'.repeat(64)}`)).rejects.toThrow(
      /ended with 1.*earlier checkpoint hash/s,
    )
    await place.query("UPDATE admin.audit SET actor_name = 'another name' WHERE seq = 5")
    await expect(verify()).rejects.toThrow(/ended with 1: BROKEN at entry 5/)
  })
})

type Answered = { created: Set<string>; revoked: Set<string> }
async function createAndRevokeToken(user: Visitor, { created, revoked }: Answered): Promise<void> {
  const made = await user.post<{ id: string }>('/v1/tokens', { name: 'temporary', scopes: ['read'] })
  if (made.status !== 201) throw new Error(`no token: ${made.status}`)
  const { id } = made.body
  created.add(id)
  if ((await user.delete(`/v1/tokens/${id}`)).status === 200) revoked.add(id)
}

/** Checkpoints are logged at each start. */
const lastCheckpoint = (log: string): string =>
  log
    .split('\n')
    .filter(line => line.includes('audit.checkpoint'))
    .at(-1) ?? ''
