import { type http, PLANS } from '@daymark/contracts'
import { counted } from '../../lib/format/counted.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { useBackupFacts } from './facts.queries.ts'
import styles from './policy.module.css'

type Plan = http.BackupFacts['plans'][number]

function planSentence({ tier, plan }: Plan): string {
  if (!plan) return `${PLANS[tier].name}: none.`
  const { every_days: days, keep, offsite } = plan
  const every = days === 1 ? 'every day' : days === 7 ? 'every week' : `every ${counted(days, 'day')}`
  return `${PLANS[tier].name}: ${every}, the last ${keep} are kept${offsite ? ', with an off-site copy' : ''}.`
}

const drillSentence = ({ at, passed, checked, accounts }: NonNullable<http.BackupFacts['drill']>): string =>
  `The last restore drill on ${formatDate(at)} read ${counted(checked, 'file')} back from the backups of ${counted(accounts, 'account')}: ${passed ? 'passed' : 'failed'}.`

/** L-SEC-02: facts from the configuration of this installation. Empty on failure. */
export function BackupFacts() {
  const data = useBackupFacts()
  if (!data) return null
  if (!data.configured) return <p>This installation has no backup store, so no plan is backed up.</p>
  return (
    <>
      <p>In this installation:</p>
      <ul className={styles['points']}>
        {data.plans.map(plan => (
          <li key={plan.tier}>{planSentence(plan)}</li>
        ))}
      </ul>
      {data.drill && <p>{drillSentence(data.drill)}</p>}
    </>
  )
}
