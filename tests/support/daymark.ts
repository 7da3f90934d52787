import { adminService } from '@daymark/admin'
import { billingService } from '@daymark/billing'
import { developerService } from '@daymark/developer'
import { gatewayService } from '@daymark/gateway'
import { identityService } from '@daymark/identity'
import { libraryService } from '@daymark/library'
import { mediaService } from '@daymark/media'
import { sharingService } from '@daymark/sharing'
import { startWorld, type World, type WorldOptions } from '@daymark/testing'
import { ADMIN, people, type Member, type People } from './people.ts'
import { published } from './published.ts'

export const allServices = [
  identityService,
  billingService,
  libraryService,
  mediaService,
  sharingService,
  developerService,
  adminService,
  gatewayService,
]
/** The whole product in one process, with its front door; or one that runs already, of which only the door can be had. */
export type Daymark = World & People
export type { Member }

export async function startDaymark(options: WorldOptions = {}): Promise<Daymark> {
  const elsewhere = published()
  if (elsewhere) return { ...elsewhere, stop: async () => {} } as Daymark
  const env = { DAYMARK_ADMIN_EMAIL: ADMIN.email, DAYMARK_ADMIN_PASSWORD: ADMIN.password, ...options.env }
  const world = await startWorld(allServices, { ...options, env })
  return Object.assign(world, people(world.url))
}
