import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { supportAddress } from '../../../lib/page-meta.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { LockedRow, SettingsRow, SettingsSection } from '../frame/settings-section.tsx'
import { supportQuery } from '../settings.api.ts'

/** Returns the mailto URL of the support address with a subject. */
const createMailtoUrl = ({ address, subject }: Pick<http.Support, 'address' | 'subject'>) =>
  `mailto:${address}${subject && `?subject=${encodeURIComponent(subject)}`}`

/** rule 72: the support address, with priority support on some plans. */
export function SupportSection() {
  const { data } = useCached(supportQuery())
  const { address, subject } = data ?? { address: supportAddress(), subject: '' }
  return (
    <SettingsSection description="Get help from a person.">
      <SettingsRow
        label={data?.is_priority ? 'Priority support' : 'Support'}
        hint={
          <>
            {address}
            {data?.is_priority && '. Your emails are answered first and include your plan and account number.'}
          </>
        }
      >
        <a href={createMailtoUrl({ address, subject })} className={buttonClass({})}>
          Write to Support
        </a>
      </SettingsRow>
      {data?.is_priority === false && (
        <LockedRow label="Priority support">Your questions are answered first. Requires the Advanced plan.</LockedRow>
      )}
      {data && <SettingsRow label="Account number" hint={data.account} />}
    </SettingsSection>
  )
}
