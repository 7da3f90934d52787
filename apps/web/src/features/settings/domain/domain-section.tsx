import { useEffect } from 'react'
import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { logFailure } from '../../../lib/log.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LockedRow } from '../frame/locked-row.tsx'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { DomainForm } from './domain-form.tsx'
import { DomainStatus } from './domain-status.tsx'
import { domainSettings } from './domain.queries.ts'
import styles from './domain.module.css'

const Locked = ({ domain }: { domain: http.Domain | null | undefined }) => (
  <LockedRow label="Custom domain">
    {domain
      ? `${domain.host} is kept for you, and shows your galleries again with the Professional plan.`
      : 'Your galleries under a name of your own, such as photos.example.com. It comes with the Professional plan.'}
  </LockedRow>
)

const None = () => (
  <SettingsRow
    label="Custom domain"
    hint="This installation has no public host name that a domain could point to. Whoever runs it can give it one."
  />
)

function Content() {
  const { data: plan } = useCached(subscription())
  const { data: settings, isPending, error } = useCached(domainSettings())
  useEffect(() => {
    if (error) logFailure('The domain could not be read', error)
  }, [error])
  if (plan?.limits.canUseCustomDomain === false) return <Locked domain={settings?.domain} />
  if (isPending)
    return (
      <SettingsBlock>
        <Skeleton className={styles['waiting']} />
      </SettingsBlock>
    )
  if (settings?.domain) return <DomainStatus domain={settings.domain} />
  return settings?.available === false ? <None /> : <DomainForm />
}

/** rule 70 */
export const DomainSection = () => (
  <SettingsSection about="Your galleries under a name of your own. Nothing else of Daymark is shown there.">
    <Content />
  </SettingsSection>
)
