import { type http, MAX_SLUG, MAX_STUDIO_TEXT_LENGTH, MAX_STUDIO_TITLE_LENGTH } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import { saveStudioPage } from './studio-page.actions.ts'
import styles from './studio-page.module.css'

const toDraft = ({ title, text, name }: http.StudioPageSettings) => ({ title, text, name: name ?? '' })

/** Converts typed text to the characters of an address. A space becomes a hyphen. */
const normalizeSlug = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '-')

/** The form for the texts and the address of the page. */
export function StudioPageForm({ page }: { page: http.StudioPageSettings }) {
  const [draft, setDraft] = useState(() => toDraft(page))
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const set = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(page))
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isChanged || isBusy) return
    setIsBusy(true)
    const failed = await saveStudioPage(draft)
    setError(failed)
    setIsBusy(false)
    if (failed === null) showToast('Studio page saved.')
  }
  return (
    <SettingsBlock>
      <form aria-label="Studio page" className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <TextField
          label="Title"
          placeholder={page.default_title}
          maxLength={MAX_STUDIO_TITLE_LENGTH}
          value={draft.title}
          onChange={event => set({ title: event.target.value })}
        />
        <TextArea
          label="Introduction"
          placeholder="Optional"
          maxLength={MAX_STUDIO_TEXT_LENGTH}
          value={draft.text}
          onChange={event => set({ text: event.target.value })}
        />
        <TextField
          label="Readable address"
          hint={createAddressHint(page, draft.name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_SLUG}
          value={draft.name}
          error={error}
          onChange={event => set({ name: normalizeSlug(event.target.value) })}
        />
        <Button type="submit" look="primary" disabled={!isChanged || isBusy}>
          Save
        </Button>
      </form>
    </SettingsBlock>
  )
}

function createAddressHint({ name, url }: http.StudioPageSettings, typedName: string): string {
  if (name && typedName !== name) return 'The current address will redirect to the new one.'
  const wanted = typedName || 'name'
  if (url && !url.endsWith(`/studio/${name}`)) return `Also available at …/studio/${wanted} on the main address.`
  return `Visitors type …/studio/${wanted}`
}
