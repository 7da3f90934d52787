import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { supportAddress } from '../../../lib/support.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { LockedRow } from '../frame/locked-row.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { support } from './support.queries.ts'

/** The address is shown even if the support data cannot be read. */
const mailTo = ({ address, subject }: Pick<http.Support, 'address' | 'subject'>) =>
  `mailto:${address}${subject && `?subject=${encodeURIComponent(subject)}`}`

/** rule 72 */
export function SupportSection() {
  const { data } = useCached(support())
  const { address, subject } = data ?? { address: supportAddress(), subject: '' }
  return (
    <SettingsSection about="Get help from a person.">
      <SettingsRow
        label={data?.is_priority ? 'Priority support' : 'Support'}
        hint={
          <>
            {address}
            {data?.is_priority && '. Your emails are answered first and include your plan and account number.'}
          </>
        }
      >
        <a href={mailTo({ address, subject })} className={buttonClass({})}>
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
