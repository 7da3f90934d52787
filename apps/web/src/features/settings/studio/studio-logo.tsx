import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { LogoSwatches } from '../../../widgets/logo/logo-swatches.tsx'
import { FileButton } from '../../../widgets/uploader/choosing/file-button.tsx'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { removeBrandLogo, uploadBrandLogo } from './studio.actions.ts'
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
  const remove = () => {
    if (window.confirm('Remove the logo of your studio?')) void work(removeBrandLogo())
  }
  return (
    <>
      <SettingsRow
        label="Logo"
        hint="In galleries, as the icon of their tab, and in mails. Best as a PNG with transparency."
      >
        <FileButton icon={<ImageUp aria-hidden />} accept="image/*" onFiles={take}>
          {logoUrl ? 'Replace' : 'Choose Image'}
        </FileButton>
        {logoUrl && (
          <Button look="danger" icon={<Trash2 aria-hidden />} disabled={isBusy} onClick={remove}>
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
