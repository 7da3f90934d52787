import { identity, userCreated, type EventOf } from '@daymark/contracts'
import {
  createLogger,
  defineService,
  On,
  RpcClient,
  run,
  type RunningProcess,
  type Subscriber,
} from '@daymark/platform'
import { pollUntil, settle, testDatabase, type TestDatabase } from '@daymark/testing'
import { identityService } from '../src/index.ts'
import { FirstAdmin } from '../src/users/first-admin.ts'
import { ADMIN, anonymous, superAdmin } from './identity-services.ts'

const SETTINGS = { DAYMARK_ADMIN_EMAIL: ADMIN.email, DAYMARK_ADMIN_PASSWORD: ADMIN.password }
const lines: string[] = []
const log = createLogger('test', 'info', { write: line => void lines.push(line) })

const createdUsers: unknown[] = []
@On(userCreated)
class RecordCreatedUsers implements Subscriber<typeof userCreated> {
  async on({ data }: EventOf<typeof userCreated>) {
    createdUsers.push(data)
  }
}
const listener = defineService({ name: 'listener', subscribers: [RecordCreatedUsers] })

let database: TestDatabase
const running: RunningProcess[] = []
beforeEach(async () => {
  database = await testDatabase()
  lines.length = 0
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.stop()
  await database.drop()
})

async function start(settings: Record<string, string>, services = [identityService]): Promise<RunningProcess> {
  const env = { DAYMARK_DATABASE_URL: database.url, DAYMARK_SECRET: 'a secret for tests of 32 characters', ...settings }
  const process = await run(services, { env, log, allServices: services.map(service => service.name) })
  running.push(process)
  return process
}
const rpcClientOf = (process: RunningProcess) => new RpcClient(process.transport.client(), 5000)
const listAccounts = async (process: RunningProcess) =>
  (await rpcClientOf(process).call(identity.listUsers, { limit: 100, offset: 0 }, superAdmin)).users
const signIn = (process: RunningProcess, password: string) =>
  rpcClientOf(process).call(identity.openSession, { username: ADMIN.email, password, address: '127.0.0.1' }, anonymous)
/** Blocks the creation of accounts, which can still be read. Returns a function that ends the blocking. */
async function blockInserts(process: RunningProcess): Promise<() => Promise<void>> {
  const runner = process.services[0]?.db?.source.createQueryRunner()
  await runner?.startTransaction()
  await runner?.query('LOCK TABLE users IN SHARE MODE')
  return async () => {
    await runner?.commitTransaction()
    await runner?.release()
  }
}
const query = (process: RunningProcess, sql: string) => process.services[0]?.db?.sql(sql)

describe('the first super_admin', () => {
  it('S-ADA-11: is created from the settings and can sign in', async () => {
    const process = await start(SETTINGS)
    const { user } = await signIn(process, ADMIN.password)
    expect(user).toMatchObject({ email: ADMIN.email, role: 'super_admin', tier: 'studio', mustChangePassword: false })
    expect(lines.join()).not.toContain(ADMIN.password)
  })

  it('is published like any account, also to services that start later than identity', async () => {
    await start(SETTINGS, [identityService, listener])
    const [user] = await listAccounts(running[0] as RunningProcess)
    await settle(running[0] as RunningProcess)
    expect(createdUsers).toEqual([
      { userId: user?.id, email: ADMIN.email, displayName: null, role: 'super_admin', tier: 'studio' },
    ])
  })

  it('keeps its password at the next start, even if the settings have changed', async () => {
    await (await start(SETTINGS)).stop()
    const again = await start({ ...SETTINGS, DAYMARK_ADMIN_PASSWORD: 'another password' })
    await signIn(again, ADMIN.password)
    await expect(signIn(again, 'another password')).rejects.toMatchObject({ code: 'login_failed' })
    expect(await listAccounts(again)).toHaveLength(1)
  })

  it('is not created again under another address', async () => {
    await start(SETTINGS)
    const again = await start({ ...SETTINGS, DAYMARK_ADMIN_EMAIL: 'second@example.org' })
    expect((await listAccounts(again)).map(user => user.email)).toEqual([ADMIN.email])
  })

  it('is created once by processes that start at the same time', async () => {
    const processes = await Promise.all([start(SETTINGS), start(SETTINGS), start(SETTINGS)])
    expect(await listAccounts(processes[0])).toHaveLength(1)
    await signIn(processes[2], ADMIN.password)
    expect(lines.filter(line => line.includes('identity.first-admin-created'))).toHaveLength(1)
  })

  it('is created once by concurrent starts that all found none', async () => {
    const process = await start(SETTINGS)
    await query(process, 'DELETE FROM users')
    const release = await blockInserts(process)
    const starts = Array.from({ length: 3 }, () => process.services[0]?.get(FirstAdmin).ensureExists())
    const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON oid = database WHERE NOT granted AND datname = current_database()`
    await pollUntil('all wait', async () => (await query(process, waiting))?.length === 3)
    await release()
    await Promise.all(starts)
    expect(await listAccounts(process)).toHaveLength(1)
  })

  it('is not created without settings, and a log line says what to do', async () => {
    const process = await start({})
    expect(await listAccounts(process)).toEqual([])
    expect(lines.join()).toContain('Set DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD')
  })

  it.each([
    [{ DAYMARK_ADMIN_EMAIL: ADMIN.email }, 'Set both DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD, or neither.'],
    [
      { ...SETTINGS, DAYMARK_ADMIN_EMAIL: 'anna' },
      'The setting DAYMARK_ADMIN_EMAIL ("anna") cannot be used: not an email address.',
    ],
    [
      { ...SETTINGS, DAYMARK_ADMIN_PASSWORD: 'short' },
      'The setting DAYMARK_ADMIN_PASSWORD ("…") cannot be used: shorter than 8 characters.',
    ],
  ])('invalid settings stop the start with an error that names the setting', async (settings, message) => {
    await expect(start(settings)).rejects.toMatchObject({ name: 'ConfigError', message })
  })

  it('an existing account is not promoted', async () => {
    const process = await start(SETTINGS)
    await query(process, `UPDATE users SET role = 'user'`)
    await expect(start(SETTINGS)).rejects.toThrow('belongs to an account that is no super_admin')
    expect(await listAccounts(process)).toMatchObject([{ role: 'user' }])
  })
})
