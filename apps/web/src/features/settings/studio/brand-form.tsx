import { accentOf, type http, isReadable } from '@daymark/contracts'
import { type CSSProperties, type SyntheticEvent, useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import { type Draft, saveBrand } from './studio.api.ts'
import styles from './studio.module.css'

const MAX_NAME = 80
const draftOf = ({ name, website, accent }: http.BrandSettings): Draft => ({ name, website: website ?? '', accent })

export function BrandForm({ brand }: { brand: http.BrandSettings }) {
  const [draft, setDraft] = useState(() => draftOf(brand))
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const set = (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part }))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(brand))
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isChanged || isBusy) return
    setIsBusy(true)
    const failed = await saveBrand(draft)
    setError(failed)
    setIsBusy(false)
    if (failed === null) showToast('Studio saved.')
  }
  return (
    <SettingsBlock>
      <form className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <TextField
          label="Studio name"
          hint="Shown instead of Daymark’s name. Leave empty to show Daymark’s name."
          autoComplete="organization"
          maxLength={MAX_NAME}
          value={draft.name}
          onChange={event => set({ name: event.target.value })}
        />
        <TextField
          label="Website (optional)"
          placeholder="https://www.example.com"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.website}
          error={error}
          onChange={event => set({ website: event.target.value })}
        />
        <ColorField accent={draft.accent} onChange={accent => set({ accent })} />
        <BrandPreview name={draft.name.trim()} accent={draft.accent} logoUrl={brand.logo_url} />
        <Button type="submit" look="primary" disabled={!isChanged || isBusy}>
          Save
        </Button>
      </form>
    </SettingsBlock>
  )
}

type Props = { name: string; accent: string | null; logoUrl: string | null }

const looks = (accent: string | null): Record<'light' | 'dark', CSSProperties> => {
  if (accent === null) return { light: {}, dark: {} }
  const { light, dark } = accentOf(accent)
  return { light: { backgroundColor: light }, dark: { backgroundColor: dark } }
}

/** The visitor's view of the brand, in both themes. */
function BrandPreview({ name, accent, logoUrl }: Props) {
  const look = looks(accent)
  return (
    <div
      role="img"
      aria-label={`${name || 'Daymark'} as visitors see it, light and dark`}
      className={styles['previews']}
    >
      {(['light', 'dark'] as const).map(theme => (
        <div key={theme} data-theme={theme} className={styles['preview']}>
          {logoUrl && name ? <img src={logoUrl} alt="" /> : <span>{name || 'Daymark'}</span>}
          <span style={look[theme]} className={styles['sample']}>
            Open
          </span>
        </div>
      ))}
    </div>
  )
}

type ColourFieldProps = { accent: string | null; onChange: (accent: string | null) => void }

/** Warns next to the color field if text on the color would be hard to read. */
function ColorField({ accent, onChange }: ColourFieldProps) {
  const id = useId()
  const isMoved = accent !== null && !isReadable(accent)
  return (
    <div className={styles['color']}>
      <label htmlFor={id}>Color</label>
      <div className={styles['choice']}>
        <input
          id={id}
          type="color"
          className={styles['well']}
          value={accent ?? '#2563eb'}
          onChange={event => onChange(event.target.value)}
        />
        <code>{accent ?? 'Daymark’s'}</code>
        {accent !== null && (
          <Button look="quiet" size="small" onClick={() => onChange(null)}>
            Use Daymark’s
          </Button>
        )}
      </div>
      <p aria-live="polite" className={styles['note']}>
        {isMoved
          ? `White text on this color is hard to read. Galleries use ${accentOf(accent).light} instead.`
          : 'For buttons, links and focus rings in your galleries.'}
      </p>
    </div>
  )
}
