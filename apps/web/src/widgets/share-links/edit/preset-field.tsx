import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { applyPreset } from '../../../domain/shares/preset-choice.ts'
import { presetsQuery } from '../../../domain/shares/presets.api.ts'
import { toShareDraft, type ShareDraft } from '../../../domain/shares/share-input.ts'
import { Link } from '../../../lib/router.tsx'
import { Select } from '../../../ui/fields/text-field.tsx'
import styles from '../share-link.module.css'

type Props = {
  presets: readonly http.Preset[]
  selected: http.Preset | undefined
  onChoose: (preset: http.Preset | undefined) => void
}

/** The field that applies a preset to a new link. Renders nothing without presets. */
export function PresetField({ presets, selected, onChoose }: Props) {
  if (presets.length === 0) return null
  return (
    <div className="stack-2">
      <Select
        label="Preset"
        value={selected?.id ?? ''}
        onChange={({ target }) => onChoose(presets.find(({ id }) => id === target.value))}
        options={presets.map(({ id, name }) => [id, name])}
      >
        <option value="">None</option>
      </Select>
      {selected?.left_out.map(({ setting, reason }) => (
        <p key={setting} role="status" className="muted">
          {reason}
        </p>
      ))}
      <Link to="/settings#presets" className={styles['manage']}>
        Manage presets
      </Link>
    </div>
  )
}

type SetDraft = (change: (draft: ShareDraft) => ShareDraft) => void

/**
 * Returns the preset of a new link. The default preset is applied when the presets are loaded, unless the user has
 * already changed a setting.
 */
export function usePresets(isNew: boolean, isUnchanged: boolean, setDraft: SetDraft) {
  const { data = [] } = useCached(presetsQuery())
  const [chosenId, setChosenId] = useState<string | null>()
  const defaultPreset = isNew && isUnchanged ? data.find(preset => preset.is_default) : undefined
  const selectedPreset = data.find(({ id }) => id === chosenId)
  const choose = (preset: http.Preset | undefined) => {
    setChosenId(preset?.id ?? null)
    setDraft(draft => {
      const { title, slug, password, passwordHint } = draft
      return preset ? applyPreset(draft, preset) : { ...toShareDraft(), title, slug, password, passwordHint }
    })
  }
  // The state is set during render. An effect would first show the form without the preset.
  if (defaultPreset && chosenId === undefined) choose(defaultPreset)
  return { presets: data, selected: selectedPreset, choose }
}
