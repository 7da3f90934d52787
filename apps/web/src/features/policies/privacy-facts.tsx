import { type http, PLANS } from '@daymark/contracts'
import { usePrivacyFacts } from '../../domain/installation/privacy-facts.queries.ts'
import { counted } from '../../lib/format/counted.ts'
import { useBackupFacts, useSecurityFacts } from './facts.queries.ts'
import { Facts, Section } from './policy.tsx'

type Fact = readonly [name: string, text: string]

function inBackups({ configured, plans }: http.BackupFacts): string {
  const kept = plans.flatMap(({ tier, plan }) =>
    plan ? [`${PLANS[tier].name} ${counted(plan.every_days * plan.keep, 'day')}`] : [],
  )
  return configured && kept.length > 0
    ? `What was deleted is in copies until these are over: ${kept.join(', ')}.`
    : 'This installation makes no backups: what is removed is in no copy of ours.'
}

const kept = (facts: http.PrivacyFacts, backups: http.BackupFacts | undefined): Fact[] => [
  [
    'Deleted photos',
    facts.trash_days === 0
      ? 'Photos, albums, tags and links that you delete are removed at once.'
      : `Photos, albums, tags and links that you delete can be restored for ${counted(facts.trash_days, 'day')}. Then they are removed, with their files.`,
  ],
  [
    'Deleted accounts',
    `An account waits for ${counted(facts.deletion_days, 'day')}, closed to everybody, in which it can be kept. Then all of it is removed.`,
  ],
  ...(backups ? ([['Backups', inBackups(backups)]] as const) : []),
  ...(facts.event_days
    ? ([
        [
          'Messages between parts',
          `The parts of this service tell each other what happened, with names, addresses, titles and technical details in it. These messages are kept for ${counted(facts.event_days, 'day')}, also those of an account that is gone.`,
        ],
      ] as const)
    : []),
  [
    'Visits to galleries',
    `What a visitor looked at is kept for ${counted(facts.visit_days, 'day')}; the counts made of it stay as long as the link. A visitor is a random number of that gallery: no name and no network address is kept. Where passwords are guessed, a hash of the network is, for minutes.`,
  ],
  [
    'Photos that guests send',
    'Where an album asks for photos, a guest gives a name and what she sends. Both are kept as long as the photos or the album are; what its owner declines, or she takes back, is removed.',
  ],
  [
    'Photos that visitors pick',
    'Where a link asks for it, a visitor gives a name, and an e-mail address if she likes. Both, and what she picked and wrote, are kept as long as the link, or until its owner removes the list. Where more photos are coming, a visitor may leave an address: it gets one mail when all are there, and is forgotten with it.',
  ],
  ...(facts.mail && facts.mail_days
    ? ([
        [
          'Mails to visitors',
          `A visitor gets mails of a gallery where she left her address. One that is typed for a personal link alone is removed once that mail has left, three days later at most. That a mail was sent is kept for ${counted(facts.mail_days, 'day')}, with a hash of the address, and so is, as long as the link or the photographer is here, that somebody wants no more of them.`,
        ],
      ] as const)
    : []),
  [
    'What was done',
    `Sign-ins, deletions and acts of the administration are kept for ${counted(facts.audit_days, 'day')}, with the name and address of the person who did them, and so they are for accounts that are gone. Uploads and new links are listed to the administration for ${counted(facts.activity_days, 'day')}.`,
  ],
]

const given = (facts: http.PrivacyFacts): Fact[] => [
  [
    'Mail',
    facts.mail
      ? 'Your address is given to the mail server of this installation, to bring mails to you, and so are those that visitors leave in galleries.'
      : 'This installation sends no mail.',
  ],
  [
    'Payments',
    facts.cards
      ? 'Plans are paid at Stripe, which gets your address. No card number ever comes here.'
      : 'This installation has no card provider: nothing is paid here.',
  ],
  [
    'Telemetry',
    facts.telemetry
      ? 'Request durations are sent to a collector of the operator of this installation, with ids and without names, addresses and contents.'
      : 'No data about requests leaves this installation.',
  ],
]

const encryptionFact = ({ encryption }: http.SecurityFacts): Fact => [
  'Encryption at rest',
  encryption.configured
    ? 'This installation has a key: photos of plans with encryption at rest are encrypted in the store.'
    : 'This installation has no key: photos of plans with encryption at rest are refused, not stored plain.',
]

/** L-PRIV-03: what this installation does, from its own configuration. Nothing where it does not answer. */
export function PrivacyFacts() {
  const facts = usePrivacyFacts()
  const backups = useBackupFacts()
  const security = useSecurityFacts()
  if (!facts) return null
  return (
    <>
      <Section title="How long it is kept">
        <p>As it is set up here:</p>
        <Facts facts={kept(facts, backups)} />
      </Section>
      <Section title="Who else gets something">
        <p>As it is set up here:</p>
        <Facts facts={[...given(facts), ...(security ? [encryptionFact(security)] : [])]} />
      </Section>
    </>
  )
}
