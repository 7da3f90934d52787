import { type http, PRESETS } from '@daymark/contracts'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { changePreset, deletePreset } from '../../../domain/shares/preset.actions.ts'
import { presets } from '../../../domain/shares/preset.queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { presetFacts } from './preset-facts.ts'
import styles from './presets.module.css'

/** Nothing where there are none: they are made where links are made. */
export function PresetsSection() {
  const { data } = useCached(presets())
  if (!data?.length) return null
  return (
    <SettingsSection about="What new links begin with. To change the settings of one, make them at a link and save them under its name. Links that are there stay as they are.">
      {data.map(preset => (
        <PresetRow key={preset.id} preset={preset} />
      ))}
    </SettingsSection>
  )
}

function PresetRow({ preset }: { preset: http.Preset }) {
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming) return <Rename preset={preset} onDone={() => setIsRenaming(false)} />
  const label = (
    <>
      {preset.name}
      {preset.is_default && <span className={styles['default']}>Default</span>}
    </>
  )
  const about = (
    <>
      <p>{presetFacts(preset).join(' · ')}</p>
      {preset.left_out.map(({ setting, reason }) => (
        <p key={setting}>{reason}</p>
      ))}
    </>
  )
  return (
    <SettingsRow label={label} hint={about} wide>
      <Acts preset={preset} onRename={() => setIsRenaming(true)} />
    </SettingsRow>
  )
}

function Acts({ preset, onRename }: { preset: http.Preset; onRename: () => void }) {
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (act: Promise<string | null>) => {
    setIsBusy(true)
    const failure = await act
    if (failure) showToast(failure)
    setIsBusy(false)
  }
  const remove = () => {
    if (window.confirm(`Delete the preset “${preset.name}”? Links that were made with it stay as they are.`))
      void run(deletePreset(preset))
  }
  const turn = () => void run(changePreset(preset, { is_default: !preset.is_default }))
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={turn}>
        {preset.is_default ? 'Not the Default' : 'Make Default'}
        <span className="visually-hidden"> {preset.name}</span>
      </Button>
      <Button size="small" onClick={onRename}>
        Rename<span className="visually-hidden"> {preset.name}</span>
      </Button>
      <Button size="small" disabled={isBusy} onClick={remove}>
        Delete<span className="visually-hidden"> {preset.name}</span>
      </Button>
    </>
  )
}

function Rename({ preset, onDone }: { preset: http.Preset; onDone: () => void }) {
  const [name, setName] = useState(preset.name)
  const [error, setError] = useState<string | null>(null)
  const save = async () => {
    const failure = await changePreset(preset, { name: name.trim() })
    setError(failure)
    if (!failure) onDone()
  }
  return (
    <form
      aria-label={`Rename ${preset.name}`}
      className={styles['rename']}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Name of the preset"
        required
        autoFocus
        maxLength={PRESETS.name}
        value={name}
        error={error}
        onChange={event => setName(event.target.value)}
      />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit">Save Name</Button>
      </div>
    </form>
  )
}
