import { MAX_DISPLAY_NAME } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useMemo, useState, type SyntheticEvent } from 'react'
import { useUser } from '../../../domain/session/session.tsx'
import { logFailure } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { LogoSwatches } from '../../../widgets/logo/logo-swatches.tsx'
import { nameFile, namePicture } from './draw-name.ts'
import styles from './name-form.module.css'
import { NAME_STYLES, type NameLogo, type NameStyle } from './name-style.ts'

const STYLES = Object.entries(NAME_STYLES).map(([value, { label }]) => ({ value: value as NameStyle, label }))
const INK_CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Draws a name as a PNG with transparency, for users without a logo. */
export function NameForm({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { display_name } = useUser()
  const [logo, setLogo] = useState<NameLogo>({
    name: display_name ?? '',
    style: 'modern',
    ink: 'light',
    hasShadow: true,
  })
  const change = (part: Partial<NameLogo>) => setLogo({ ...logo, ...part })
  const isEmpty = logo.name.trim() === ''
  const picture = useMemo(() => (logo.name.trim() ? namePicture(logo) : null), [logo])
  const make = (use: (file: File) => void) =>
    nameFile(logo).then(use, (reason: unknown) => logFailure('The name could not be drawn', reason))
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void make(onFile)
  }
  return (
    <form aria-label="Make a logo from a name" className={styles['form']} onSubmit={onSubmit}>
      <TextField
        label="Name"
        value={logo.name}
        maxLength={MAX_DISPLAY_NAME}
        placeholder="Your name or studio"
        autoComplete="organization"
        onChange={event => change({ name: event.target.value })}
      />
      <ChoiceRow legend="Style" choices={STYLES} chosen={logo.style} onChoose={style => change({ style })} />
      <div className={styles['look']}>
        <ChoiceRow legend="Color" choices={INK_CHOICES} chosen={logo.ink} onChoose={ink => change({ ink })} />
        <Switch
          label="Soft shadow"
          checked={logo.hasShadow}
          onChange={event => change({ hasShadow: event.target.checked })}
        />
      </div>
      {picture && <LogoSwatches src={picture} alt={`${logo.name.trim()}, as it will look`} />}
      <div className={styles['actions']}>
        <Button look="quiet" icon={<Download aria-hidden />} disabled={isEmpty} onClick={() => void make(saveFile)}>
          Download PNG
        </Button>
        <Button type="submit" disabled={isEmpty || isBusy}>
          Use as Watermark
        </Button>
      </div>
    </form>
  )
}
