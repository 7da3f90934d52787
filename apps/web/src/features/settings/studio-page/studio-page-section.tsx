import type { http } from '@daymark/contracts'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { studioPageQuery } from '../../../domain/shares/studio-page.queries.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { SettingsFailed, SettingsRow, SettingsSkeleton } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { ListedGalleries } from './listed-galleries.tsx'
import { openStudioPage, saveStudioPage } from './studio-page.actions.ts'
import { StudioPageForm } from './studio-page-form.tsx'
import styles from './studio-page.module.css'

type PageProps = { page: http.StudioPageSettings }

/** rule 156: the settings of the studio page. While the page is off, only the switch is shown. */
export function StudioPageSection() {
  const { data: page, isError, refetch } = useCached(studioPageQuery())
  return (
    <SettingsSection about="A public page that lists the galleries you choose.">
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
      hint={page.enabled ? 'Anyone can visit it.' : 'Off. Visitors cannot see it.'}
      checked={page.enabled}
      choose={isOn => (isOn ? openStudioPage(page) : saveStudioPage({ enabled: false }))}
    />
  )
}

function IndexingRow({ page }: PageProps) {
  return (
    <SwitchRow
      label="Allow search engines to list this page"
      hint="Applies to this page only. Each gallery has its own setting."
      checked={page.allow_indexing}
      choose={isOn => saveStudioPage({ allow_indexing: isOn })}
    />
  )
}

type SwitchProps = {
  label: string
  hint: string
  checked: boolean
  choose: (isOn: boolean) => Promise<string | null>
}

function SwitchRow({ label, hint, checked, choose }: SwitchProps) {
  const [isBusy, setBusy] = useState(false)
  const onChange = async (isOn: boolean) => {
    setBusy(true)
    const failed = await choose(isOn)
    if (failed !== null) showToast(failed)
    setBusy(false)
  }
  return (
    <SettingsRow label={label} hint={hint}>
      <Switch
        label={<span className="visually-hidden">{label}</span>}
        checked={checked}
        disabled={isBusy}
        onChange={event => void onChange(event.target.checked)}
      />
    </SettingsRow>
  )
}

function AddressRow({ page: { url } }: PageProps) {
  if (url === null) return <SettingsRow label="Address" hint="No password is set. Choose one below." />
  return (
    <SettingsRow label="Address" hint={<span className={styles['url']}>{url.replace(/^https?:\/\//, '')}</span>}>
      <CopyButton text={url} what="the address of the page" />
      <a href={url} target="_blank" rel="noopener" className={buttonClass({ size: 'small' })}>
        <ExternalLink aria-hidden />
        Preview
      </a>
    </SettingsRow>
  )
}
