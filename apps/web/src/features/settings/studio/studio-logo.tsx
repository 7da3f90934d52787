import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { LogoSwatches } from '../../../widgets/logo/logo-swatches.tsx'
import { FileButton } from '../../../widgets/uploader/files/drop-zone.tsx'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { removeBrandLogo, uploadBrandLogo } from './studio.api.ts'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import styles from './studio.module.css'

export function StudioLogo({ logoUrl }: { logoUrl: string | null }) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const work = async (request: Promise<string | null>) => {
    setIsBusy(true)
    setError(await request)
    setIsBusy(false)
  }
  const take = ([file]: File[]) => {
    if (file && !isBusy) void work(uploadBrandLogo(file))
  }
  const remove = async () => {
    if (await confirmAction({ title: 'Remove your studio logo?', action: 'Remove Logo', isDanger: true }))
      await work(removeBrandLogo())
  }
  return (
    <>
      <SettingsRow
        label="Logo"
        hint="Shown in galleries, as their tab icon, and in emails. A PNG with transparency works best."
      >
        <FileButton icon={<ImageUp aria-hidden />} accept="image/*" onFiles={take}>
          {logoUrl ? 'Replace' : 'Choose Image'}
        </FileButton>
        {logoUrl && (
          <Button look="danger" icon={<Trash2 aria-hidden />} disabled={isBusy} onClick={() => void remove()}>
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
