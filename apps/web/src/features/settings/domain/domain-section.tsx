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
      ? `${domain.host} is reserved for you. It shows your galleries again with the Professional plan.`
      : 'Your galleries on your own domain, such as photos.example.com. Requires the Professional plan.'}
  </LockedRow>
)

const None = () => (
  <SettingsRow
    label="Custom domain"
    hint="This installation has no public address that a domain could point to. Ask its operator."
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
  <SettingsSection about="Your galleries on your own domain, without other Daymark pages.">
    <Content />
  </SettingsSection>
)
