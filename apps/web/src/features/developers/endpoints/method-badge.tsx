import type { Endpoint } from './endpoint.ts'
import styles from './method-badge.module.css'

/** S-EXP-03: each method has a colour of its own. */
export const MethodBadge = ({ method }: Pick<Endpoint, 'method'>) => (
  <span className={styles['badge']} data-method={method}>
    {method}
  </span>
)
