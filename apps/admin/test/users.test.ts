import { randomUUID } from 'node:crypto'
import { admin, adminAccounts, anonymous, identity } from '@daymark/contracts'
import { billingService } from '@daymark/billing'
import { identityService } from '@daymark/identity'
import { libraryService } from '@daymark/library'
import { actorOf, setUp, startServices, type TestServices } from '@daymark/testing'
import { adminService } from '../src/index.ts'

const PASSWORD = 'correct horse battery'
const superAdmin = actorOf(randomUUID(), 'super_admin')
const account = (email = `${randomUUID()}@example.org`) =>
  ({ email, password: PASSWORD, displayName: 'Anna Lee', role: 'user', tier: 'starter' }) as const
const signIn = (services: TestServices, username: string, password: string) =>
  services.rpc.call(identity.openSession, { username, password, address: '192.0.2.1' }, anonymous)

/** Blocks the events of a service until the returned function is called. */
async function holdBackEvents(services: TestServices, service: string): Promise<() => Promise<void>> {
  const runner = services.db(service).source.createQueryRunner()
  await runner.startTransaction()
  await runner.query('LOCK TABLE inbox IN SHARE MODE')
  return async () => {
    await runner.commitTransaction()
    await runner.release()
  }
}

describe('with the services that store the plan of an account', () => {
  const services = setUp(() => startServices([identityService, billingService, libraryService, adminService]))

  it.each(['library', 'identity'])(
    'S-ADA-06 an administrator can create an account while %s, which needs its plan, receives no events',
    async name => {
      const release = await holdBackEvents(services, name)
      const created = await services.rpc.call(admin.createUser, account(), superAdmin)
      await release()
      await services.settle()
      expect(await signIn(services, created.email, PASSWORD)).toMatchObject({ user: { tier: 'starter' } })
    },
  )
})

describe('while library and billing do not run', () => {
  const services = setUp(() => startServices([identityService, adminService]))

  it('an administrator can create an account, whose user can sign in', async () => {
    const created = await services.rpc.call(admin.createUser, account(), superAdmin)
    expect(await signIn(services, created.email, PASSWORD)).toMatchObject({ user: { id: created.id } })
  })
})

it('reads no account while identity does not run, but responds with 503', async () => {
  const services = await startServices([adminService])
  try {
    const account = services.rpc.call(adminAccounts.get, { id: superAdmin.userId }, superAdmin)
    await expect(account).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  } finally {
    await services.stop()
  }
})
