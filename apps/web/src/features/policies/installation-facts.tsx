import { type http, PLANS } from '@daymark/contracts'
import { useBackupFacts, usePrivacyFacts, useSecurityFacts } from '../../domain/installation.queries.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/numbers.ts'
import styles from './policy.module.css'
import { PolicyDetails, PolicySection } from './policy.tsx'

type PolicyDetail = readonly [name: string, text: string]

function describeBackups({ configured, plans }: http.BackupFacts): string {
  const retentions = plans.flatMap(({ tier, plan }) =>
    plan ? [`${PLANS[tier].name} ${pluralize(plan.every_days * plan.keep, 'day')}`] : [],
  )
  return configured && retentions.length > 0
    ? `Deleted data remains in backups for: ${retentions.join(', ')}.`
    : 'This installation makes no backups.'
}

const retentionDetails = (config: http.PrivacyFacts, backups: http.BackupFacts | undefined): PolicyDetail[] => [
  [
    'Deleted photos',
    config.trash_days === 0
      ? 'Photos, albums, tags and links that you delete are removed at once.'
      : `Photos, albums, tags and links that you delete can be restored for ${pluralize(config.trash_days, 'day')}. Then they are removed, with their files.`,
  ],
  [
    'Deleted accounts',
    `A deleted account is closed for ${pluralize(config.deletion_days, 'day')}, during which you can restore it. Then all of its data is removed.`,
  ],
  ...(backups ? ([['Backups', describeBackups(backups)]] as const) : []),
  ...(config.event_days
    ? ([
        [
          'Internal messages',
          `The services of this installation exchange messages that contain names, addresses, titles and technical details. They are kept for ${pluralize(config.event_days, 'day')}, including those of deleted accounts.`,
        ],
      ] as const)
    : []),
  [
    'Visits to galleries',
    `The activity of a visitor is kept for ${pluralize(config.visit_days, 'day')}; the totals are kept as long as the link. A visitor is a random number that belongs to one gallery: neither a name nor an IP address is stored. After wrong passwords, a hash of the IP network is stored for some minutes.`,
  ],
  [
    'Photos that guests send',
    'Guests who send photos to an album enter a name. Name and photos are kept as long as the album; photos that its owner declines or the guest removes are deleted.',
  ],
  [
    'Photos that visitors pick',
    'Visitors who pick photos or comment enter a name and, optionally, an email address. Names, addresses, picks and comments are kept as long as the link, or until its owner removes them. If more photos are coming, visitors can leave an email address, which is removed after one email has announced the complete gallery.',
  ],
  ...(config.mail && config.mail_days
    ? ([
        [
          'Emails to visitors',
          `Visitors who leave their email address get emails about the gallery. An address that was only used to email a personal link is removed once that email is sent, at the latest after three days. A record of each email with a hash of the address is kept for ${pluralize(config.mail_days, 'day')}. Unsubscriptions are kept as long as the link or the photographer’s account.`,
        ],
      ] as const)
    : []),
  [
    'Audit log',
    `Sign-ins, deletions and administrative actions are kept for ${pluralize(config.audit_days, 'day')} with the name and address of the user, also after the account is deleted. Administrators can see uploads and new links for ${pluralize(config.activity_days, 'day')}.`,
  ],
]

const recipientDetails = (config: http.PrivacyFacts): PolicyDetail[] => [
  [
    'Email',
    config.mail
      ? 'The mail server of this installation receives your email address, and those that visitors leave in galleries, to deliver emails.'
      : 'This installation sends no emails.',
  ],
  [
    'Payments',
    config.cards
      ? 'Payments are processed by Stripe, which receives your email address. Card numbers never reach this installation.'
      : 'This installation has no payment provider and processes no payments.',
  ],
  [
    'Telemetry',
    config.telemetry
      ? 'Request durations with ids are sent to a collector chosen by the operator of this installation, without names, addresses or contents.'
      : 'No data about requests leaves this installation.',
  ],
]

const encryptionDetail = ({ encryption }: http.SecurityFacts): PolicyDetail => [
  'Encryption at rest',
  encryption.configured
    ? 'This installation has an encryption key: photos of plans with encryption at rest are encrypted in the store.'
    : 'This installation has no encryption key: photos of plans with encryption at rest are rejected instead of stored unencrypted.',
]

/**
 * L-PRIV-03: which data this installation stores and for how long, from its configuration. Renders nothing after a
 * failure.
 */
export function PrivacyFacts() {
  const config = usePrivacyFacts()
  const backups = useBackupFacts()
  const security = useSecurityFacts()
  if (!config) return null
  return (
    <>
      <PolicySection title="How long data is kept">
        <p>In this installation:</p>
        <PolicyDetails details={retentionDetails(config, backups)} />
      </PolicySection>
      <PolicySection title="Who else receives data">
        <p>In this installation:</p>
        <PolicyDetails details={[...recipientDetails(config), ...(security ? [encryptionDetail(security)] : [])]} />
      </PolicySection>
    </>
  )
}

type PlanBackups = http.BackupFacts['plans'][number]

function describePlanBackups({ tier, plan }: PlanBackups): string {
  if (!plan) return `${PLANS[tier].name}: none.`
  const { every_days: days, keep, offsite } = plan
  const interval = days === 1 ? 'every day' : days === 7 ? 'every week' : `every ${pluralize(days, 'day')}`
  return `${PLANS[tier].name}: ${interval}, the last ${keep} are kept${offsite ? ', with an off-site copy' : ''}.`
}

const describeRestoreDrill = ({ at, passed, checked, accounts }: NonNullable<http.BackupFacts['drill']>): string =>
  `The last restore drill on ${formatDate(at)} read ${pluralize(checked, 'file')} back from the backups of ${pluralize(accounts, 'account')}: ${passed ? 'passed' : 'failed'}.`

/** L-SEC-02: how this installation makes backups, from its configuration. Renders nothing after a failure. */
export function BackupFacts() {
  const data = useBackupFacts()
  if (!data) return null
  if (!data.configured) return <p>This installation has no backup store, so accounts are not backed up.</p>
  return (
    <>
      <p>In this installation:</p>
      <ul className={styles['points']}>
        {data.plans.map(plan => (
          <li key={plan.tier}>{describePlanBackups(plan)}</li>
        ))}
      </ul>
      {data.drill && <p>{describeRestoreDrill(data.drill)}</p>}
    </>
  )
}

/**
 * L-SEC-03: whether this installation encrypts stored files, from its configuration. Renders nothing after a failure.
 */
export function EncryptionFacts() {
  const data = useSecurityFacts()
  if (!data) return null
  if (!data.encryption.configured)
    return (
      <p>This installation has no encryption key: uploads on these plans are rejected instead of stored unencrypted.</p>
    )
  return <p>In this installation, photos of these plans are encrypted in the store, with a key for each file.</p>
}
