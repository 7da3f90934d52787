import { ChevronDown } from 'lucide-react'
import { useTitle } from '../../lib/page-meta.ts'
import { Link } from '../../lib/router.tsx'
import { BackupFacts, EncryptionFacts, PrivacyFacts } from './installation-facts.tsx'
import styles from './policy.module.css'
import { SupportContact, PolicyDetails, PolicyPage, PolicySection, PolicyLink } from './policy.tsx'

// The Privacy and Security pages are in one chunk, because readers of one often open the other.

const COLLECTED_DATA = [
  [
    'Account information',
    'Your name, username, email address, plan and last sign-in, and for each active session the browser, IP address and last use. Your password is stored only as a hash that cannot be reversed.',
  ],
  [
    'Photos with basic technical details',
    'The originals you upload, their titles, captions, tags and albums, and the metadata of the camera: camera, lens, exposure, date, dimensions and, if recorded, the location.',
  ],
  [
    'Usage logs',
    'Actions and their results, such as sign-ins, uploads and failures. Visits to your shared galleries are counted with a random number that belongs to that one gallery.',
  ],
] as const

const DATA_USES = [
  ['To run your library', 'Photos are stored, prepared in smaller sizes and shown to you.'],
  ['To show what you share', 'A gallery is shown to the people you give its link to, as long as the link is valid.'],
  ['To keep the service working', 'Logs help to find failures, prevent abuse and enforce the limits of plans.'],
  ['To answer you', 'When you contact support, we look at the data your question concerns.'],
] as const

const PROTECTION_MEASURES = [
  [
    'Private by default',
    'Galleries are private by default. A photo is visible to others only after you create a link for its album.',
  ],
  ['Encryption', 'HTTPS is used everywhere. Server-side encryption at rest applies on Professional and above.'],
  ['Metadata removal', 'Files that visitors download contain no GPS position and no serial numbers.'],
  ['Deletion', 'Deleting a photo removes it from shares and schedules the original and its variants for removal.'],
] as const

const USER_RIGHTS = [
  ['Access', 'See all data stored about you and your photos.'],
  ['Update', 'Correct what is wrong or out of date.'],
  [
    'Export',
    <>
      Download your originals and your data in <Link to="/settings#photos">Settings, Photo Management</Link>.
    </>,
  ],
  [
    'Delete',
    <>
      Delete single photos in your library, or your whole account in{' '}
      <Link to="/settings#leaving">Settings, Delete Account</Link>.
    </>,
  ],
] as const

/** The Privacy page (L-ROUTE-02, L-PRIV-01 to 07). */
export function PrivacyPage() {
  useTitle('Privacy')
  return (
    <PolicyPage
      title="Privacy"
      introduction="Your photographs are yours. This page explains what Daymark stores, why, and what you can do about it."
      updated="Last updated December 2024"
    >
      <PolicySection title="What data is collected">
        <PolicyDetails details={COLLECTED_DATA} />
      </PolicySection>
      <PolicySection title="How data is used">
        <PolicyDetails details={DATA_USES} />
      </PolicySection>
      <PolicySection title="How data is protected">
        <PolicyDetails details={PROTECTION_MEASURES} />
        <PolicyLink to="/security">Security, backups and data handling</PolicyLink>
      </PolicySection>
      <PrivacyFacts />
      <PolicySection title="How Daymark makes money">
        <p>
          Daymark is a paid subscription: photographers pay for it, so it does not need to profit from their pictures.
          Photos are never sold or used for advertising, and there are no advertising or third-party trackers on any
          page.
        </p>
      </PolicySection>
      <PolicySection title="Your rights">
        <PolicyDetails details={USER_RIGHTS} />
        <p>Write to support for anything that you cannot do in the application.</p>
      </PolicySection>
      <SupportContact />
    </PolicyPage>
  )
}

/** How the photos of each plan are protected (L-MKT-09, L-MKT-11). */
const PLAN_PROTECTION = [
  { plan: 'Starter', backups: 'None', encryption: 'No' },
  { plan: 'Professional', backups: 'Periodic automatic backups', encryption: 'Yes' },
  { plan: 'Advanced', backups: 'Daily backups with retention', encryption: 'Yes' },
  { plan: 'Studio', backups: 'Daily backups with extended retention and an off-site copy', encryption: 'Yes' },
]

const PHOTO_HANDLING = [
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

const SECURITY_QUESTIONS = [
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
        {PLAN_PROTECTION.map(({ plan, backups, encryption }) => (
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

function ExpandableQuestion({ question, answer }: { question: string; answer: string }) {
  return (
    <details className={styles['question']}>
      <summary className="summary">
        {question}
        <ChevronDown aria-hidden className="chevron" />
      </summary>
      <p>{answer}</p>
    </details>
  )
}

/** The Security page (L-ROUTE-03, L-SEC-01 to 03). */
export function SecurityPage() {
  useTitle('Security')
  return (
    <PolicyPage
      title="Security, backups and data handling"
      introduction="How photographs are kept safe in Daymark, and what each plan adds."
    >
      <PolicySection title="Backups by plan">
        <PlanTable />
        <BackupFacts />
      </PolicySection>
      <PolicySection title="Encryption">
        <p>HTTPS is used everywhere. Server-side encryption at rest applies on Professional and above.</p>
        <EncryptionFacts />
      </PolicySection>
      <PolicySection title="How your photos are handled">
        <PolicyDetails details={PHOTO_HANDLING} />
        <PolicyLink to="/privacy">Privacy</PolicyLink>
      </PolicySection>
      <PolicySection title="Frequently asked questions">
        <div>
          {SECURITY_QUESTIONS.map(([question, answer]) => (
            <ExpandableQuestion key={question} question={question} answer={answer} />
          ))}
        </div>
      </PolicySection>
      <PolicySection title="Open-source software">
        <p>
          Daymark is built with open-source software: <a href="/third-party-notices.txt">third-party notices</a>.
        </p>
      </PolicySection>
      <SupportContact />
    </PolicyPage>
  )
}
