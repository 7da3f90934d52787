import { type http, PRESETS } from '@daymark/contracts'
import { useId, useState } from 'react'
import { savePreset } from '../../../domain/shares/preset.actions.ts'
import type { PresetChoice } from '../../../domain/shares/preset-choice.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import styles from './presets.module.css'

type Props = { presets: readonly http.Preset[]; choice: () => PresetChoice; onDone: () => void }

const isNamed = (name: string) => (preset: http.Preset) => preset.name.toLowerCase() === name.toLowerCase()

/** Gives the settings a name. It stands within the form of a link, so it is none itself. */
export function SavePreset({ presets, choice, onDone }: Props) {
  const id = useId()
  const showToast = useToast()
  const [typed, setTyped] = useState('')
  const [isDefault, setIsDefault] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = typed.trim()
  const there = presets.find(isNamed(name))
  const save = async () => {
    const kept = choice()
    const failure = await savePreset(name, isDefault ? { ...kept, is_default: true } : kept, there)
    setError(failure)
    if (failure) return
    showToast(there ? `Preset “${there.name}” replaced` : `Preset “${name}” saved`)
    onDone()
  }
  return (
    <div role="group" aria-labelledby={id} className={styles['save']}>
      <p id={id} className={styles['title']}>
        Save these settings as a preset
      </p>
      <TextField
        label="Name of the preset"
        autoFocus
        autoComplete="off"
        maxLength={PRESETS.name}
        placeholder="Proofs"
        value={typed}
        error={error}
        hint={
          there
            ? 'There is one of this name: its settings are replaced. Links that are there stay as they are.'
            : 'The address and the password of this link are not kept; its end is, in days.'
        }
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          // the form around it would save the link
          event.preventDefault()
          if (name) void save()
        }}
      />
      <Switch
        label="New links begin with it"
        checked={isDefault}
        onChange={event => setIsDefault(event.target.checked)}
      />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>Close</Button>
        <Button disabled={!name} onClick={() => void save()}>
          {there ? 'Replace Preset' : 'Save Preset'}
        </Button>
      </div>
    </div>
  )
}
