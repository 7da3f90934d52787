import type { http } from '@daymark/contracts'
import styles from './cover.module.css'

const layouts: { layout: http.HeaderLayout; name: string; note: string }[] = [
  { layout: 'hero', name: 'Full', note: 'Title over the cover' },
  { layout: 'split', name: 'Split', note: 'Title next to the cover' },
  { layout: 'framed', name: 'Framed', note: 'Framed print' },
  { layout: 'text', name: 'Text', note: 'Title only' },
]

export function LayoutChoice(props: { layout: http.HeaderLayout; onChange: (layout: http.HeaderLayout) => void }) {
  const { layout: chosen, onChange } = props
  return (
    <fieldset>
      <legend className={styles['legend']}>Layout</legend>
      <div className={styles['layouts']}>
        {layouts.map(({ layout, name, note }) => (
          <label key={layout} className={styles['layout']}>
            <input type="radio" name="layout" checked={layout === chosen} onChange={() => onChange(layout)} />
            <span className={styles['name']}>{name}</span>
            <span className={styles['note']}>{note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
