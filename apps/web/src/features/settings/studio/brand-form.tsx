import { computeAccent, type http, hasEnoughContrast } from '@daymark/contracts'
import { type CSSProperties, useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SettingsBlock } from '../frame/settings-section.tsx'
import { type BrandDraft, saveBrand } from './studio.api.ts'
import styles from './studio.module.css'

const MAX_BRAND_NAME_LENGTH = 80
const toDraft = ({ name, website, accent }: http.BrandSettings): BrandDraft => ({
  name,
  website: website ?? '',
  accent,
})

export function BrandForm({ brand }: { brand: http.BrandSettings }) {
  const [draft, setDraft] = useState(() => toDraft(brand))
  const updateDraft = (changes: Partial<BrandDraft>) => setDraft(current => ({ ...current, ...changes }))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(brand))
  const { onSubmit, failure, isBusy } = useSubmit(isChanged && (() => saveBrand(draft)), () =>
    showToast('Studio saved.'),
  )
  return (
    <SettingsBlock>
      <form className={styles['form']} onSubmit={onSubmit}>
        <TextField
          label="Studio name"
          hint="Shown instead of Daymark’s name. Leave empty to show Daymark’s name."
          autoComplete="organization"
          maxLength={MAX_BRAND_NAME_LENGTH}
          value={draft.name}
          onChange={event => updateDraft({ name: event.target.value })}
        />
        <TextField
          label="Website (optional)"
          placeholder="https://www.example.com"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.website}
          error={failure}
          onChange={event => updateDraft({ website: event.target.value })}
        />
        <ColorField accent={draft.accent} onChange={accent => updateDraft({ accent })} />
        <BrandPreview name={draft.name.trim()} accent={draft.accent} logoUrl={brand.logo_url} />
        <Button type="submit" appearance="primary" disabled={!isChanged || isBusy}>
          Save
        </Button>
      </form>
    </SettingsBlock>
  )
}

type BrandPreviewProps = { name: string; accent: string | null; logoUrl: string | null }

const createAccentStyles = (accent: string | null): Record<'light' | 'dark', CSSProperties> => {
  if (accent === null) return { light: {}, dark: {} }
  const { light, dark } = computeAccent(accent)
  return { light: { backgroundColor: light }, dark: { backgroundColor: dark } }
}

/** A preview of the brand in both themes. */
function BrandPreview({ name, accent, logoUrl }: BrandPreviewProps) {
  const accentStyles = createAccentStyles(accent)
  return (
    <div
      role="img"
      aria-label={`${name || 'Daymark'} as visitors see it, light and dark`}
      className={styles['previews']}
    >
      {(['light', 'dark'] as const).map(theme => (
        <div key={theme} data-theme={theme} className={styles['preview']}>
          {logoUrl && name ? <img src={logoUrl} alt="" /> : <span>{name || 'Daymark'}</span>}
          <span style={accentStyles[theme]} className={styles['sample']}>
            Open
          </span>
        </div>
      ))}
    </div>
  )
}

type ColorFieldProps = { accent: string | null; onChange: (accent: string | null) => void }

/** The field for the accent color. It warns the user if text on this color is hard to read. */
function ColorField({ accent, onChange }: ColorFieldProps) {
  const id = useId()
  const isUnreadable = accent !== null && !hasEnoughContrast(accent)
  return (
    <div className={styles['color']}>
      <label htmlFor={id}>Color</label>
      <div className={styles['choice']}>
        <input
          id={id}
          type="color"
          className={styles['color-input']}
          value={accent ?? '#2563eb'}
          onChange={event => onChange(event.target.value)}
        />
        <code>{accent ?? 'Daymark’s'}</code>
        {accent !== null && (
          <Button appearance="quiet" size="small" onClick={() => onChange(null)}>
            Use Daymark’s Color
          </Button>
        )}
      </div>
      <p aria-live="polite" className="muted">
        {isUnreadable
          ? `White text on this color is hard to read. Galleries use ${computeAccent(accent).light} instead.`
          : 'For buttons, links and focus rings in your galleries.'}
      </p>
    </div>
  )
}
