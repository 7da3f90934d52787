import { type http, MAX_SLUG_LENGTH, MAX_STUDIO_TEXT_LENGTH, MAX_STUDIO_TITLE_LENGTH } from '@daymark/contracts'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { studioPageQuery } from '../../../domain/shares/share.queries.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import {
  SettingsBlock,
  SettingsFailed,
  SettingsRow,
  SettingsSection,
  SettingsSkeleton,
  SwitchRow,
} from '../frame/settings-section.tsx'
import { ListedGalleries } from './listed-galleries.tsx'
import { enableStudioPage, saveStudioPage } from './studio-page.actions.ts'
import styles from './studio-page.module.css'

const toDraft = ({ title, text, name }: http.StudioPageSettings) => ({ title, text, name: name ?? '' })

/** Converts typed text to the characters of an address. A space becomes a hyphen. */
const normalizeSlug = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '-')

/** The form for the texts and the address of the page. */
function StudioPageForm({ page }: { page: http.StudioPageSettings }) {
  const [draft, setDraft] = useState(() => toDraft(page))
  const updateDraft = (changes: Partial<typeof draft>) => setDraft(current => ({ ...current, ...changes }))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(page))
  const { onSubmit, failure, isBusy } = useSubmit(isChanged && (() => saveStudioPage(draft)), () =>
    showToast('Studio page saved.'),
  )
  return (
    <SettingsBlock>
      <form aria-label="Studio page" className={styles['form']} onSubmit={onSubmit}>
        <TextField
          label="Title"
          placeholder={page.default_title}
          maxLength={MAX_STUDIO_TITLE_LENGTH}
          value={draft.title}
          onChange={event => updateDraft({ title: event.target.value })}
        />
        <TextArea
          label="Introduction"
          placeholder="Optional"
          maxLength={MAX_STUDIO_TEXT_LENGTH}
          value={draft.text}
          onChange={event => updateDraft({ text: event.target.value })}
        />
        <TextField
          label="Readable address"
          hint={createAddressHint(page, draft.name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_SLUG_LENGTH}
          value={draft.name}
          error={failure}
          onChange={event => updateDraft({ name: normalizeSlug(event.target.value) })}
        />
        <Button type="submit" appearance="primary" disabled={!isChanged || isBusy}>
          Save
        </Button>
      </form>
    </SettingsBlock>
  )
}

function createAddressHint({ name, url }: http.StudioPageSettings, typedName: string): string {
  if (name && typedName !== name) return 'The current address will redirect to the new one.'
  const requestedName = typedName || 'name'
  if (url && !url.endsWith(`/studio/${name}`)) return `Also available at …/studio/${requestedName} on the main address.`
  return `Address for visitors: …/studio/${requestedName}`
}

type PageProps = { page: http.StudioPageSettings }

/** rule 156: the settings of the studio page. While the page is off, only the switch is shown. */
export function StudioPageSection() {
  const { data: page, isError, refetch } = useCached(studioPageQuery())
  return (
    <SettingsSection description="A public page that lists the galleries you choose.">
      {page && <EnabledRow page={page} />}
      {page?.enabled && (
        <>
          <AddressRow page={page} />
          <StudioPageForm page={page} />
          <IndexingRow page={page} />
          <ListedGalleries page={page} />
        </>
      )}
      {!page && isError && (
        <SettingsFailed text="Your studio page could not be loaded." onRetry={() => void refetch()} />
      )}
      {!page && !isError && <SettingsSkeleton label="Loading your studio page" />}
    </SettingsSection>
  )
}

function EnabledRow({ page }: PageProps) {
  return (
    <SwitchRow
      label="Studio page"
      hint={page.enabled ? 'Anyone can visit the page.' : 'Off. Visitors cannot see the page.'}
      checked={page.enabled}
      save={isEnabled => (isEnabled ? enableStudioPage(page) : saveStudioPage({ enabled: false }))}
    />
  )
}

function IndexingRow({ page }: PageProps) {
  return (
    <SwitchRow
      label="Allow search engines to list this page"
      hint="Applies to this page only. Each gallery has its own setting."
      checked={page.allow_indexing}
      save={isEnabled => saveStudioPage({ allow_indexing: isEnabled })}
    />
  )
}

function AddressRow({ page: { url } }: PageProps) {
  if (url === null) return <SettingsRow label="Address" hint="No address is set. Choose one below." />
  return (
    <SettingsRow label="Address" hint={<span className="break-anywhere">{url.replace(/^https?:\/\//, '')}</span>}>
      <CopyButton text={url} itemName="the address of the page" />
      <a href={url} target="_blank" rel="noopener" className={buttonClass({ size: 'small' })}>
        <ExternalLink aria-hidden />
        Preview
      </a>
    </SettingsRow>
  )
}
