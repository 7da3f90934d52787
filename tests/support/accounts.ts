import { randomUUID } from 'node:crypto'
import type { http, Tier } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'

export const ADMIN = { email: 'admin@daymark.test', password: 'the first super admin of tests' }
export const PASSWORD = 'a password for tests only'

export type SignedInUser = Visitor & { id: string; email: string; password: string }
type UserOptions = { tier?: Tier; email?: string; role?: 'user' | 'admin' | 'super_admin'; displayName?: string }

/** Who comes to the front door. */
export type TestAccounts = {
  /** What the links of the product begin with. */
  site: string
  /** Somebody who is not signed in. */
  visitor(headers?: Record<string, string>): Visitor
  /** The first super_admin, signed in. */
  admin(): Promise<Visitor>
  /** A new user of this plan, signed in; `email` is unique unless given. */
  createUser(options?: UserOptions): Promise<SignedInUser>
}
/** The product from outside: its people, and a way to wait until nothing is on its way any more. */
export type RunningProduct = TestAccounts & { url: string; settle(): Promise<void> }

export function accountsAt(url: string, first = ADMIN): TestAccounts {
  let admin: Promise<Visitor> | undefined
  const signInAdmin = () => (admin ??= signIn(url, first.email, first.password))
  return {
    site: url,
    visitor: headers => new Visitor(url, headers),
    admin: signInAdmin,
    async createUser({ tier = 'professional', email = `${randomUUID()}@daymark.test`, role = 'user', displayName } = {}) {
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
