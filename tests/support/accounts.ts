import { randomUUID } from 'node:crypto'
import type { http, Tier } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'

export const ADMIN = { email: 'admin@daymark.test', password: 'the first super admin of tests' }
export const PASSWORD = 'a password for tests only'

export type SignedInUser = Visitor & { id: string; email: string; password: string }
type UserOptions = { tier?: Tier; email?: string; role?: 'user' | 'admin' | 'super_admin'; displayName?: string }

/** Signs users and visitors in to a product over HTTP. */
export type TestAccounts = {
  /** The origin of the links that the product creates. */
  site: string
  /** A visitor who is not signed in. */
  visitor(headers?: Record<string, string>): Visitor
  /** The first super_admin, signed in. */
  admin(): Promise<Visitor>
  /** Creates a user and signs them in. `email` is unique by default. */
  createUser(options?: UserOptions): Promise<SignedInUser>
}
/** `settle` resolves when no event is waiting or being handled. */
export type RunningProduct = TestAccounts & { url: string; settle(): Promise<void> }

export function accountsAt(url: string, first = ADMIN): TestAccounts {
  let admin: Promise<Visitor> | undefined
  const signInAdmin = () => (admin ??= signIn(url, first.email, first.password))
  return {
    site: url,
    visitor: headers => new Visitor(url, headers),
    admin: signInAdmin,
    async createUser({
      tier = 'professional',
      email = `${randomUUID()}@daymark.test`,
      role = 'user',
      displayName,
    } = {}) {
      const body = { email, password: PASSWORD, displayName: displayName ?? null, role, subscriptionTier: tier }
      const created = await (await signInAdmin()).post<http.User>('/api/admin/users', body)
      if (created.status >= 300) throw new Error(`no user: ${created.status} ${created.bytes.toString()}`)
      const user = await signIn(url, email, PASSWORD)
      return Object.assign(user, { id: created.body.id, email, password: PASSWORD })
    },
  }
}

async function signIn(url: string, username: string, password: string): Promise<Visitor> {
  const visitor = new Visitor(url)
  const answer = await visitor.post('/api/auth/login', { username, password })
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.status} ${answer.bytes.toString()}`)
  return visitor
}
