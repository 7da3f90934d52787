import { ChevronDown } from 'lucide-react'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { BackupFacts } from './backup-facts.tsx'
import { EncryptionFacts } from './encryption-facts.tsx'
import { Contact, Facts, Policy, Section, SeeAlso } from './policy.tsx'
import styles from './policy.module.css'

/** L-MKT-09, L-MKT-11 */
const PLANS = [
  { plan: 'Starter', backups: 'None', encryption: 'No' },
  { plan: 'Professional', backups: 'Periodic automatic backups', encryption: 'Yes' },
  { plan: 'Advanced', backups: 'Daily backups with retention', encryption: 'Yes' },
  { plan: 'Studio', backups: 'Daily backups with extended retention and an off-site copy', encryption: 'Yes' },
]

const HANDLING = [
  ['Private by default', 'Galleries are private by default. A new album has no link, and only you can open it.'],
  [
    'Originals are kept',
    'Every original is stored unchanged, together with generated small, medium and large variants.',
  ],
  [
    'Links end at once',
    'A link that you revoke, or that expires, no longer opens the gallery, its pictures or its download.',
  ],
  ['Never sold', 'Photos are never sold or used for advertising.'],
] as const

const QUESTIONS = [
  [
    'Who can see my photos?',
    'Only you, until you create a share link for an album. Then anyone with the link can see that album, but nothing else in your library. A link can have a password and an expiry date.',
  ],
  [
    'Are my originals changed or compressed?',
    'No. The original is stored unchanged. You and your visitors view small, medium and large variants generated from it.',
  ],
  [
    'What happens when I delete a photo?',
    'It is removed from your library and from every share, and the original and its variants are scheduled for removal.',
  ],
  [
    'Does my plan include backups?',
    'Professional has periodic automatic backups, Advanced daily backups with retention, and Studio daily backups with extended retention and an off-site copy. Starter has none, so keep your own copy.',
  ],
  ['Is everything encrypted?', 'In transit, always: HTTPS is used everywhere. At rest, on Professional and above.'],
  [
    'How do I get my data, or have it deleted?',
    'You have the rights of access, update, export and delete. For anything that you cannot do yourself, write to support, which typically replies within 24 hours.',
  ],
] as const

function PlanTable() {
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">Backups and encryption at rest by plan</caption>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col">Backups</th>
          <th scope="col">Encryption at rest</th>
        </tr>
      </thead>
      <tbody>
        {PLANS.map(({ plan, backups, encryption }) => (
          <tr key={plan}>
            <th scope="row">{plan}</th>
            <td>{backups}</td>
            <td>{encryption}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Question({ question, answer }: { question: string; answer: string }) {
  return (
    <details className={styles['question']}>
      <summary>
        {question}
        <ChevronDown aria-hidden />
      </summary>
      <p>{answer}</p>
    </details>
  )
}

/** L-ROUTE-03, L-SEC-01 to 03 */
export function SecurityPage() {
  useTitle('Security')
  return (
    <Policy
      title="Security, backups and data handling"
      lead="How photographs are kept safe in Daymark, and what each plan adds."
    >
      <Section title="Backups by plan">
        <PlanTable />
        <BackupFacts />
      </Section>
      <Section title="Encryption">
        <p>HTTPS is used everywhere. Server-side encryption at rest applies on Professional and above.</p>
        <EncryptionFacts />
      </Section>
      <Section title="How your photos are handled">
        <Facts facts={HANDLING} />
        <SeeAlso to="/privacy">Privacy</SeeAlso>
      </Section>
      <Section title="Frequently asked questions">
        <div>
          {QUESTIONS.map(([question, answer]) => (
            <Question key={question} question={question} answer={answer} />
          ))}
        </div>
      </Section>
      <Section title="Open-source software">
        <p>
          Daymark is built with open-source software: <a href="/third-party-notices.txt">third-party notices</a>.
        </p>
      </Section>
      <Contact />
    </Policy>
  )
}
