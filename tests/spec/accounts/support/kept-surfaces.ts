import { type http, isEncrypted } from '@daymark/contracts'
import { picture } from '../../../support/shared-gallery.ts'
import type { Surface } from './plan-surfaces.ts'

const backupPlan = (
  feature: string,
  what: string,
  isSo: (plan: NonNullable<http.Backups['plan']>) => boolean,
): Surface => ({
  feature,
  surface: `screen: ${what}`,
  refusal: 'not promised',
  async attempt({ owner }) {
    const { plan } = (await owner.get<http.Backups>('/api/backups')).body
    return plan && isSo(plan) ? 'allowed' : 'not promised'
  },
})
/** Which copies are made, and where to, has tests of its own (tests/spec/backups). */
const backups: Surface[] = [
  backupPlan('automatic_backups', 'a backup each week', plan => plan.every_days === 7),
  backupPlan('daily_backups', 'a backup each day', plan => plan.every_days === 1),
  backupPlan('offsite_backups', 'a copy elsewhere', plan => plan.offsite),
]

const encryption: Surface = {
  feature: 'encryption_at_rest',
  surface: 'service: what is uploaded lies in the store encrypted',
  refusal: 'as it is',
  async attempt({ daymark, owner }) {
    const file = { name: 'Kept.jpg', bytes: await picture(9), type: 'image/jpeg' }
    const { id } = (await owner.upload<http.Image>('/api/images', file)).body
    const [row] = await daymark
      .db('library')
      .sql<{ key: string }>('SELECT object_key AS key FROM photos WHERE id = $1', [id])
    await owner.delete(`/api/images/${id}`)
    return row && isEncrypted(row.key) ? 'allowed' : 'as it is'
  },
}

/** How safe a plan keeps what is there. */
export const kept: Surface[] = [...backups, encryption]
