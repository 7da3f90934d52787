import { type http, PRESET_LIMITS } from '@daymark/contracts'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { changePreset, deletePreset, presetsQuery } from '../../domain/shares/presets.api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { useSubmit } from '../../ui/feedback/use-submit.ts'
import { showError, confirmAction } from '../../ui/overlay/overlay-store.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SettingsRow, SettingsSection } from './frame/settings-section.tsx'
import styles from './settings.module.css'

/** The presets of links. Renders nothing without presets, which users create in the link dialog. */
export function PresetsSection() {
  const { data } = useCached(presetsQuery())
  if (!data?.length) return null
  return (
    <SettingsSection description="Saved settings for new links. To change a preset, save the settings of a link under the same name. Existing links do not change.">
      {data.map(preset => (
        <PresetRow key={preset.id} preset={preset} />
      ))}
    </SettingsSection>
  )
}

function PresetRow({ preset }: { preset: http.Preset }) {
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming) return <RenameForm preset={preset} onDone={() => setIsRenaming(false)} />
  const label = (
    <>
      {preset.name}
      {preset.is_default && (
        <Badge tone="accent" className={styles['badge']}>
          Default
        </Badge>
      )}
    </>
  )
  const description = (
    <>
      <p>{describePreset(preset).join(' · ')}</p>
      {preset.left_out.map(({ setting, reason }) => (
        <p key={setting}>{reason}</p>
      ))}
    </>
  )
  return (
    <SettingsRow label={label} hint={description} wide>
      <PresetActions preset={preset} onRename={() => setIsRenaming(true)} />
    </SettingsRow>
  )
}

function PresetActions({ preset, onRename }: { preset: http.Preset; onRename: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const runAction = async (request: Promise<string | null>) => {
    setIsBusy(true)
    const failure = await request
    if (failure) showError(failure)
    setIsBusy(false)
  }
  const remove = async () => {
    const title = `Delete the preset “${preset.name}”?`
    const text = 'Links created with this preset will not change.'
    if (await confirmAction({ title, text, action: 'Delete Preset', isDanger: true }))
      await runAction(deletePreset(preset))
  }
  const toggleDefault = () => void runAction(changePreset(preset, { is_default: !preset.is_default }))
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={toggleDefault}>
        {preset.is_default ? 'Remove as Default' : 'Make Default'}
        <span className="visually-hidden"> {preset.name}</span>
      </Button>
      <Button size="small" onClick={onRename}>
        Rename<span className="visually-hidden"> {preset.name}</span>
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => void remove()}>
        Delete<span className="visually-hidden"> {preset.name}</span>
      </Button>
    </>
  )
}

function RenameForm({ preset, onDone }: { preset: http.Preset; onDone: () => void }) {
  const [name, setName] = useState(preset.name)
  const { onSubmit, failure } = useSubmit(() => changePreset(preset, { name: name.trim() }), onDone)
  return (
    <form aria-label={`Rename ${preset.name}`} className={styles['rename']} onSubmit={onSubmit}>
      <TextField
        label="Preset name"
        required
        autoFocus
        maxLength={PRESET_LIMITS.name}
        value={name}
        error={failure}
        onChange={event => setName(event.target.value)}
      />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit">Save Name</Button>
      </div>
    </form>
  )
}

const SIZE_LABELS = { original: 'originals', '2048': '2048 px', '1080': '1080 px' }

function describeDownloads({ allow_downloads: isAllowed, download_sizes: sizes }: http.PresetSettings): string {
  if (isAllowed === false) return 'No downloads'
  return `Downloads: ${(sizes ?? ['original']).map(size => SIZE_LABELS[size]).join(', ')}`
}

const SETTING_DESCRIPTIONS: [text: string, applies: (preset: http.Preset) => boolean][] = [
  ['Watermark', ({ settings }) => settings.watermark === true],
  ['Asks for a password', ({ ask_password }) => ask_password],
  ['Visitors pick photos', ({ settings }) => Boolean(settings.picks)],
  ['Visitors comment', ({ settings }) => Boolean(settings.comments)],
  ['Titles hidden', ({ settings }) => settings.show_titles === false],
  ['Name hidden', ({ settings }) => settings.show_name === false],
  ['Search engines allowed', ({ settings }) => settings.allow_indexing === true],
  ['Light theme', ({ settings }) => settings.theme === 'light'],
  ['Dark theme', ({ settings }) => settings.theme === 'dark'],
]

/** Returns the settings of a preset as texts: expiry, downloads and differences from the defaults. */
function describePreset(preset: http.Preset): string[] {
  const days = preset.expires_after_days
  const expiry = days === null ? 'Never expires' : days === 1 ? 'Expires after 1 day' : `Expires after ${days} days`
  return [
    expiry,
    describeDownloads(preset.settings),
    ...SETTING_DESCRIPTIONS.filter(([, applies]) => applies(preset)).map(([text]) => text),
  ]
}
