import type { World, WorldOptions } from '@daymark/testing'
import { ADMIN, people, type Member, type People } from './people.ts'
import { published } from './published.ts'

/** The whole product in one process, with its front door; or one that runs already, of which only the door can be had. */
export type Daymark = World & People
export type { Member }

const elsewhere = published()
// loading it takes longer than most tests
const inside = elsewhere ? undefined : await import('./inside.ts')

export async function startDaymark(options: WorldOptions = {}): Promise<Daymark> {
  if (!inside) return { ...elsewhere, stop: async () => {} } as Daymark
  const env = { DAYMARK_ADMIN_EMAIL: ADMIN.email, DAYMARK_ADMIN_PASSWORD: ADMIN.password, ...options.env }
  const world = await inside.startWorld(inside.allServices, { ...options, env })
  return Object.assign(world, people(world.url))
}
