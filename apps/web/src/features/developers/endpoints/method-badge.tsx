import type { Endpoint } from './endpoint.ts'
import styles from './method-badge.module.css'

/** S-EXP-03: each method has its own color. */
export const MethodBadge = ({ method }: Pick<Endpoint, 'method'>) => (
  <span className={styles['badge']} data-method={method}>
    {method}
  </span>
)
