import { computeAccent, entitlementOf, type Brand as Look, routes, type StudioLogo } from '@daymark/contracts'
import { Clock, Database, preparedStatement } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../users/user.entity.ts'

/** Sender name, logo and color of a mail. */
export type Brand = {
  name: string
  /** The address of the logo and its size in the mail, in CSS pixels. Null if the mail shows only the name. */
  logo: { address: string; width: number; height: number } | null
  /** The background color of buttons. Their text is white. */
  accent: string
}

export const DAYMARK_BRAND: Brand = { name: 'Daymark', logo: null, accent: '#2563eb' }

/** The size to which a larger logo is scaled down in mails, in CSS pixels. */
const MAX_LOGO_PX = { width: 240, height: 32 }

type BrandRow = Pick<Look, 'name' | 'accent'> & { logo: StudioLogo | null }
const SELECT_BRAND = preparedStatement('SELECT name, accent, logo FROM brands WHERE user_id = $1')

/**
 * Finds the brand of mails for a user: the user's own brand while the plan includes white label, otherwise the brand of Daymark (rule 71).
 */
@Injectable()
export class MailBrands {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** `site` is the base address of links. A user without a studio name gets the brand of Daymark, even with a logo or a color. */
  async forUser(user: User, site: string): Promise<Brand> {
    const plan = { ...user, status: user.subscriptionStatus }
    if (!entitlementOf(plan, this.clock.now()).features.includes('white_label')) return DAYMARK_BRAND
    const [row] = await this.db.sql<BrandRow>(SELECT_BRAND, [user.id])
    if (!row?.name) return DAYMARK_BRAND
    return {
      name: row.name,
      logo: row.logo && scaleLogo(row.logo, site + routes.getStudioLogo.path.replace(':id', user.id)),
      accent: row.accent === null ? DAYMARK_BRAND.accent : computeAccent(row.accent).light,
    }
  }
}

/**
 * Returns the address of the logo and its scaled size, which some mail programs need. The address contains the version, so that a new
 * picture gets a new address.
 */
function scaleLogo({ version, width, height }: StudioLogo, logoUrl: string): Brand['logo'] {
  const scale = Math.min(1, MAX_LOGO_PX.width / width, MAX_LOGO_PX.height / height)
  const scaleSide = (side: number): number => Math.max(1, Math.round(side * scale))
  return { address: `${logoUrl}?v=${version}`, width: scaleSide(width), height: scaleSide(height) }
}
