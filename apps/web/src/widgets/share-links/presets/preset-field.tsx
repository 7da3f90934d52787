import type { http } from '@daymark/contracts'
import { Link } from '../../../lib/router.ts'
import { Select } from '../../../ui/fields/text-field.tsx'
import styles from './presets.module.css'

type Props = {
  presets: readonly http.Preset[]
  chosen: http.Preset | undefined
  onChoose: (preset: http.Preset | undefined) => void
}

/** The preset of a new link. Hidden without presets. */
export function PresetField({ presets, chosen, onChoose }: Props) {
  if (presets.length === 0) return null
  return (
    <div className={styles['choice']}>
      <Select
        label="Preset"
        value={chosen?.id ?? ''}
        onChange={({ target }) => onChoose(presets.find(({ id }) => id === target.value))}
      >
        <option value="">None</option>
        {presets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {chosen?.left_out.map(({ setting, reason }) => (
        <p key={setting} role="status" className={styles['left']}>
          {reason}
        </p>
      ))}
      <Link to="/settings#presets" className={styles['manage']}>
        Manage presets
      </Link>
    </div>
  )
}
