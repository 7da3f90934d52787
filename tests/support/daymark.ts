import type { World, WorldOptions } from '@daymark/testing'
import { patience } from '@daymark/testing/patience'
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
  const env = {
    DAYMARK_ADMIN_EMAIL: ADMIN.email,
    DAYMARK_ADMIN_PASSWORD: ADMIN.password,
    // as long as any call may take: a page without what it can come without is no page that a test is about
    DAYMARK_GATEWAY_PATIENCE_MS: String(Math.round(patience(5000))),
    ...options.env,
  }
  const world = await inside.startWorld(inside.allServices, { ...options, env })
  return Object.assign(world, people(world.url))
}
