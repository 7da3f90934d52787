import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { featureName } from '../../../domain/plan/feature-names.ts'
import { LockMark } from '../../../widgets/plan/lock-mark.tsx'
import styles from './plan.module.css'

function List({ title, mark, features }: { title: string; mark: ReactNode; features: readonly string[] }) {
  const id = useId()
  if (features.length === 0) return null
  return (
    <div className={styles['part']}>
      <h3 id={id} className={styles['subtitle']}>
        {title}
      </h3>
      <ul aria-labelledby={id} className={styles['features']}>
        {features.map(feature => (
          <li key={feature}>
            {mark}
            {featureName(feature)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** S-SET-08, S-SET-09 */
export const Features = ({ has, locked }: { has: readonly string[]; locked: readonly string[] }) => (
  <>
    <List title="Included" mark={<Check aria-hidden className={styles['has']} />} features={has} />
    <List title="Locked on your plan" mark={<LockMark />} features={locked} />
  </>
)
