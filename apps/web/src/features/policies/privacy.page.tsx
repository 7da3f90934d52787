import { useTitle } from '../../lib/hooks/use-title.ts'
import { Link } from '../../lib/router.ts'
import { PrivacyFacts } from './installation-facts.tsx'
import { Contact, Facts, Policy, Section, SeeAlso } from './policy.tsx'

const COLLECTED = [
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

const USES = [
  ['To run your library', 'Photos are stored, prepared in smaller sizes and shown to you.'],
  ['To show what you share', 'A gallery is shown to the people you give its link to, as long as the link is valid.'],
  ['To keep the service working', 'Logs help to find failures, prevent abuse and enforce the limits of plans.'],
  ['To answer you', 'When you write to support, we look at what your question is about.'],
] as const

const PROTECTION = [
  [
    'Private by default',
    'Galleries are private by default. A photo is visible to others only after you create a link for its album.',
  ],
  ['Encryption', 'HTTPS is used everywhere. Server-side encryption at rest applies on Professional and above.'],
  ['Metadata removal', 'Files that visitors download contain no GPS position and no serial numbers.'],
  ['Deletion', 'Deleting a photo removes it from shares and schedules the original and its variants for removal.'],
] as const

const RIGHTS = [
  ['Access', 'See all data stored about you and your photos.'],
  ['Update', 'Correct what is wrong or out of date.'],
  [
    'Export',
    <>
      Take your originals and your data with you, in <Link to="/settings#photos">Settings, Photo Management</Link>.
    </>,
  ],
  [
    'Delete',
    <>
      Have photos, or your whole account, removed, in <Link to="/settings#leaving">Settings, Delete Account</Link>.
    </>,
  ],
] as const

/** L-ROUTE-02, L-PRIV-01 to 07 */
export function PrivacyPage() {
  useTitle('Privacy')
  return (
    <Policy
      title="Privacy"
      lead="Your photographs are yours. This page explains what Daymark stores, why, and what you can do about it."
      updated="Last updated December 2024"
    >
      <Section title="What is collected">
        <Facts facts={COLLECTED} />
      </Section>
      <Section title="How it is used">
        <Facts facts={USES} />
      </Section>
      <Section title="How it is protected">
        <Facts facts={PROTECTION} />
        <SeeAlso to="/security">Security, backups and data handling</SeeAlso>
      </Section>
      <PrivacyFacts />
      <Section title="How Daymark makes money">
        <p>
          Daymark is a paid subscription: photographers pay for it, so it does not need to profit from their pictures.
          Photos are never sold or used for advertising, and there are no advertising or third-party trackers on any
          page.
        </p>
      </Section>
      <Section title="Your rights">
        <Facts facts={RIGHTS} />
        <p>Write to support for anything that you cannot do in the application.</p>
      </Section>
      <Contact />
    </Policy>
  )
}
