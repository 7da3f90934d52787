import { formatBytes, type http, PLANS, type Role, type Tier } from '@daymark/contracts'
import type { Tone } from '../frame/chip.tsx'

export const ROLES: Record<Role, string> = { user: 'User', admin: 'Admin', super_admin: 'Super Admin' }
export const ROLE_CHOICES = Object.entries(ROLES) as [Role, string][]

/** S-ADM-04: the storage limit of each tier set by an administrator (rule 6). */
export const TIER_CHOICES = Object.values(PLANS).map(({ tier, name, grantedStorageLimit }): [Tier, string] => [
  tier,
  `${name} (${formatBytes(grantedStorageLimit)})`,
])

export const STATES: Record<http.AccountState, { name: string; tone: Tone }> = {
  active: { name: 'Active', tone: 'good' },
  invited: { name: 'Invited', tone: 'plain' },
  suspended: { name: 'Suspended', tone: 'caution' },
  deleting: { name: 'Being deleted', tone: 'warning' },
}
export const STATE_CHOICES = Object.entries(STATES).map(([state, { name }]) => [state, name] as const)

/** The name on screen: the display name, or else the address. */
export const nameOf = ({ display_name, email }: Pick<http.AdminUser, 'display_name' | 'email'>) => display_name || email
