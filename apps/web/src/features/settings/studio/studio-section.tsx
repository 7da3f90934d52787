import type { http } from '@daymark/contracts'
import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { useFailureLog } from '../../../lib/hooks/use-failure-log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { confirmAction } from '../../../ui/overlay/overlay-store.ts'
import { LogoSwatches } from '../../../widgets/logo/logo-swatches.tsx'
import { FileButton } from '../../../widgets/uploader/files/drop-zone.tsx'
import { LockedRow, SettingsBlock, SettingsRow, SettingsSection } from '../frame/settings-section.tsx'
import { BrandForm } from './brand-form.tsx'
import { brandSettingsQuery, removeBrandLogo, uploadBrandLogo } from './studio.api.ts'
import styles from './studio.module.css'

function StudioLogo({ logoUrl }: { logoUrl: string | null }) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const runRequest = async (request: Promise<string | null>) => {
    setIsBusy(true)
    setError(await request)
    setIsBusy(false)
  }
  const uploadLogo = ([file]: File[]) => {
    if (file && !isBusy) void runRequest(uploadBrandLogo(file))
  }
  const remove = async () => {
    if (await confirmAction({ title: 'Remove your studio logo?', action: 'Remove Logo', isDanger: true }))
      await runRequest(removeBrandLogo())
  }
  return (
    <>
      <SettingsRow
        label="Logo"
        hint="Shown in galleries, as their tab icon, and in emails. A PNG with transparency works best."
      >
        <FileButton icon={<ImageUp aria-hidden />} accept="image/*" onFiles={uploadLogo}>
          {logoUrl ? 'Replace' : 'Choose Image'}
        </FileButton>
        {logoUrl && (
          <Button appearance="danger" icon={<Trash2 aria-hidden />} disabled={isBusy} onClick={() => void remove()}>
            Remove
          </Button>
        )}
      </SettingsRow>
      {(logoUrl || error) && (
        <SettingsBlock>
          <div aria-live="polite">{error && <p className={styles['problem']}>{error}</p>}</div>
          {logoUrl && <LogoSwatches src={logoUrl} alt="Your studio’s logo" />}
        </SettingsBlock>
      )}
    </>
  )
}

const LockedBrand = ({ name }: { name: string | undefined }) => (
  <LockedRow label="White label">
    {name
      ? `Your brand “${name}” is saved. Visitors see it again with the Studio plan.`
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
  useFailureLog('The studio could not be read', error)
  if (plan && !plan.features.includes('white_label')) return <LockedBrand name={brand?.name} />
  if (plan && brand) return <BrandEditor brand={brand} />
  return (
    <SettingsBlock>
      <Skeleton className={styles['loading']} />
    </SettingsBlock>
  )
}

/** rule 71: the brand that replaces Daymark in galleries and emails. */
export const StudioSection = () => (
  <SettingsSection description="What your clients see instead of Daymark’s name.">
    <StudioContent />
  </SettingsSection>
)
