import { randomUUID } from 'node:crypto'
import {
  identity,
  sessionEnded,
  userCreated,
  userSignedIn,
  type Actor,
  type Envelope,
  type EventType,
  type Tier,
  type UserView,
} from '@daymark/contracts'
import { actorOf, startServices, type TestServices } from '@daymark/testing'
import { identityService } from '../src/index.ts'

export const ADMIN = { email: 'admin@example.org', password: 'first admin password' }
export const PASSWORD = 'correct horse battery'
export const superAdmin = actorOf(randomUUID(), 'super_admin')
export const anonymous: Actor = { userId: '', role: 'anonymous' }

/** Only the identity service, whose events are recorded. */
export type IdentityServices = TestServices & {
  published(type: EventType): unknown[]
  createUser(email?: string, tier?: Tier): Promise<UserView>
  signIn(
    username: string,
    password?: string,
    address?: string,
  ): ReturnType<TestServices['rpc']['call']> & Promise<Opened>
  checkSession(token: string): Promise<{ user: UserView }>
}
type Opened = { token: string; sessionId: string; expiresAt: string; user: UserView }

export async function startIdentity(env: Record<string, string> = {}): Promise<IdentityServices> {
  const admin = { DAYMARK_ADMIN_EMAIL: ADMIN.email, DAYMARK_ADMIN_PASSWORD: ADMIN.password }
  const services = await startServices([identityService], { env: { ...admin, ...env } })
  const published: Envelope[] = []
  const types = [userCreated, userSignedIn, sessionEnded].map(type => type.name)
  await services.process.transport.listen(types, event => published.push(event))
  return {
    ...services,
    published: type => published.filter(event => event.type === type.name).map(event => event.data),
    createUser: (email = `${randomUUID()}@example.org`, tier = 'starter') =>
      services.rpc.call(
        identity.createUser,
        { email, password: PASSWORD, displayName: null, role: 'user', tier, mustChangePassword: false },
        superAdmin,
      ),
    signIn: (username, password = PASSWORD, address = '192.0.2.1') =>
      services.rpc.call(identity.openSession, { username, password, address, userAgent: 'test' }, anonymous),
    checkSession: token => services.rpc.call(identity.checkSession, { token }, anonymous),
  }
}
