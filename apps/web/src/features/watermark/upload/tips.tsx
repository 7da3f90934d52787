import { Lightbulb } from 'lucide-react'
import styles from './upload.module.css'

/** S-WM-03: recommendations; none of them is enforced (S-WM-11). */
const TIPS = [
  'PNG with transparency',
  'Under 1MB',
  'At least 500px wide',
  'Light logos work best',
  'Test on light and dark images',
]

export function Tips() {
  return (
    <aside aria-labelledby="watermark-tips" className={styles['tips']}>
      <h2 id="watermark-tips" className={styles['heading']}>
        <Lightbulb aria-hidden />
        Tips
      </h2>
      <ul className={styles['list']}>
        {TIPS.map(tip => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </aside>
  )
}
