import { useEffect } from 'react'
import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { logFailure } from '../../../lib/log.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LockedRow, SettingsBlock } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { BrandForm } from './brand-form.tsx'
import { StudioLogo } from './studio-logo.tsx'
import { brandSettingsQuery } from './studio.api.ts'
import styles from './studio.module.css'

const LockedBrand = ({ name }: { name: string | undefined }) => (
  <LockedRow label="White label">
    {name
      ? `${name} is saved. It is shown again with the Studio plan.`
      : 'Your studio’s name, logo and color in galleries, link previews, password screens and emails. Requires the Studio plan.'}
  </LockedRow>
)

const BrandEditor = ({ brand }: { brand: http.BrandSettings }) => (
  <>
    <StudioLogo logoUrl={brand.logo_url} />
    <BrandForm brand={brand} />
  </>
)

function StudioContent() {
  const { data: plan } = useCached(subscriptionQuery())
  const { data: brand, error } = useCached(brandSettingsQuery())
  useEffect(() => {
    if (error) logFailure('The studio could not be read', error)
  }, [error])
  if (plan && !plan.features.includes('white_label')) return <LockedBrand name={brand?.name} />
  if (plan && brand) return <BrandEditor brand={brand} />
  return (
    <SettingsBlock>
      <Skeleton className={styles['waiting']} />
    </SettingsBlock>
  )
}

/** rule 71 */
export const StudioSection = () => (
  <SettingsSection about="What your clients see instead of Daymark’s name.">
    <StudioContent />
  </SettingsSection>
)
