import { accentOf, type Brand as Look, entitlementOf, routes, type StudioLogo } from '@daymark/contracts'
import { Clock, Database, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../../users/user.entity.ts'
import { type Brand, DAYMARK } from './brand.ts'

/** What a logo fits into, in pixels of the screen. */
const ROOM = { width: 240, height: 32 }

type Row = Pick<Look, 'name' | 'accent'> & { logo: StudioLogo | null }
const OF_USER = prepared('SELECT name, accent, logo FROM brands WHERE user_id = $1')

/** Whose name and look the mails to a person bear: her studio's while her plan has white label (rule 71). */
@Injectable()
export class Brands {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** `site`: the address that the mail's links begin with. A logo and a colour belong to a name. */
  async of(user: User, site: string): Promise<Brand> {
    const plan = { ...user, status: user.subscriptionStatus }
    if (!entitlementOf(plan, this.clock.now()).features.includes('white_label')) return DAYMARK
    const [row] = await this.db.sql<Row>(OF_USER, [user.id])
    if (!row?.name) return DAYMARK
    return {
      name: row.name,
      logo: row.logo && shownLogo(row.logo, site + routes.getStudioLogo.path.replace(':id', user.id)),
      accent: row.accent === null ? DAYMARK.accent : accentOf(row.accent).light,
    }
  }
}

/** With a size for mail programs that go by nothing else; a new picture has a new address. */
function shownLogo({ version, width, height }: StudioLogo, path: string): Brand['logo'] {
  const scale = Math.min(1, ROOM.width / width, ROOM.height / height)
  const shown = (side: number): number => Math.max(1, Math.round(side * scale))
  return { address: `${path}?v=${version}`, width: shown(width), height: shown(height) }
}
