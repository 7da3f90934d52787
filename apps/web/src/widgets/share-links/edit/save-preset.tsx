import { type http, PRESET_LIMITS } from '@daymark/contracts'
import { useId, useState } from 'react'
import { savePreset } from '../../../domain/shares/presets.api.ts'
import type { PresetInput } from '../../../domain/shares/preset-choice.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import styles from '../share-link.module.css'

type Props = { presets: readonly http.Preset[]; createInput: () => PresetInput; onDone: () => void }

const hasName = (name: string) => (preset: http.Preset) => preset.name.toLowerCase() === name.toLowerCase()

/**
 * Saves the settings as a preset. It is not a form element, because it is inside the form of a link and forms cannot be
 * nested.
 */
export function SavePreset({ presets, createInput, onDone }: Props) {
  const id = useId()
  const [typedName, setTypedName] = useState('')
  const [isDefault, setIsDefault] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = typedName.trim()
  const existingPreset = presets.find(hasName(name))
  const save = async () => {
    const settings = createInput()
    const failure = await savePreset(name, isDefault ? { ...settings, is_default: true } : settings, existingPreset)
    setError(failure)
    if (failure) return
    showToast(existingPreset ? `Preset “${existingPreset.name}” replaced` : `Preset “${name}” saved`)
    onDone()
  }
  return (
    <div role="group" aria-labelledby={id} className={styles['save-preset']}>
      <p id={id} className="strong">
        Save these settings as a preset
      </p>
      <TextField
        label="Preset name"
        autoFocus
        autoComplete="off"
        maxLength={PRESET_LIMITS.name}
        placeholder="Proofs"
        value={typedName}
        error={error}
        hint={
          existingPreset
            ? 'A preset with this name exists. Its settings are replaced; existing links do not change.'
            : 'Saves the expiry in days, but not the address and password of this link.'
        }
        onChange={event => setTypedName(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          // The event is stopped, because Enter would submit the surrounding form and save the link.
          event.preventDefault()
          if (name) void save()
        }}
      />
      <Switch label="Use for new links" checked={isDefault} onChange={event => setIsDefault(event.target.checked)} />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>Close</Button>
        <Button disabled={!name} onClick={() => void save()}>
          {existingPreset ? 'Replace Preset' : 'Save Preset'}
        </Button>
      </div>
    </div>
  )
}
