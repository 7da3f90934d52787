import type { http } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { saveBrand, type Draft } from './studio.actions.ts'
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
        <ColourField accent={draft.accent} onChange={accent => set({ accent })} />
        <BrandPreview name={draft.name.trim()} accent={draft.accent} logoUrl={brand.logo_url} />
        <Button type="submit" look="primary" disabled={!isChanged || isBusy}>
          Save
        </Button>
      </form>
    </SettingsBlock>
  )
}
