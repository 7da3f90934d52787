import styles from './tag-dot.module.css'

/** The colour of a tag beside its label, which says what it is. */
export const TagDot = ({ color }: { color: string }) => (
  <span aria-hidden className={styles['dot']} style={{ background: color }} />
)
