import { randomUUID } from 'node:crypto'
import type { http, Tier } from '@daymark/contracts'
import { adminService } from '@daymark/admin'
import { billingService } from '@daymark/billing'
import { gatewayService } from '@daymark/gateway'
import { identityService } from '@daymark/identity'
import { libraryService } from '@daymark/library'
import { mediaService } from '@daymark/media'
import { sharingService } from '@daymark/sharing'
import { startWorld, Visitor, type World, type WorldOptions } from '@daymark/testing'

export const allServices = [
  identityService,
  billingService,
  libraryService,
  mediaService,
  sharingService,
  adminService,
  gatewayService,
]
const ADMIN = { email: 'admin@daymark.test', password: 'the first super admin of tests' }
const PASSWORD = 'a password for tests only'

/** The whole product in one process, with its front door. */
export type Daymark = World & {
  /** Somebody who is not signed in. */
  stranger(headers?: Record<string, string>): Visitor
  /** The first super_admin, signed in. */
  admin(): Promise<Visitor>
  /** A new user of this plan, signed in; `email` is unique unless given. */
  user(options?: { tier?: Tier; email?: string; role?: 'user' | 'admin' | 'super_admin' }): Promise<Member>
}
export type Member = Visitor & { id: string; email: string; password: string }

export async function startDaymark(options: WorldOptions = {}): Promise<Daymark> {
  const env = { DAYMARK_ADMIN_EMAIL: ADMIN.email, DAYMARK_ADMIN_PASSWORD: ADMIN.password, ...options.env }
  const world = await startWorld(allServices, { ...options, env })
  let admin: Promise<Visitor> | undefined
  const daymark: Daymark = Object.assign(world, {
    stranger: (headers?: Record<string, string>) => new Visitor(world.url, headers),
    admin: () => (admin ??= signedIn(world.url, ADMIN.email, ADMIN.password)),
    user: async ({
      tier = 'professional',
      email = `${randomUUID()}@daymark.test`,
      role = 'user',
    }: Parameters<Daymark['user']>[0] = {}) => {
      const body = { email, password: PASSWORD, displayName: null, role, subscriptionTier: tier }
      const made = await (await daymark.admin()).post<http.User>('/api/admin/users', body)
      if (made.status >= 300) throw new Error(`no user: ${made.status} ${made.bytes.toString()}`)
      const member = await signedIn(world.url, email, PASSWORD)
      return Object.assign(member, { id: made.body.id, email, password: PASSWORD })
    },
  })
  return daymark
}

async function signedIn(url: string, username: string, password: string): Promise<Visitor> {
  const visitor = new Visitor(url)
  const { status, bytes } = await visitor.post('/api/auth/login', { username, password })
  if (status !== 200) throw new Error(`sign-in failed: ${status} ${bytes.toString()}`)
  return visitor
}
