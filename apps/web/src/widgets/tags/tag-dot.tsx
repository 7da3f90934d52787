import styles from './tag-dot.module.css'

/** The color of a tag, next to its label. */
export const TagDot = ({ color }: { color: string }) => (
  <span aria-hidden className={styles['dot']} style={{ background: color }} />
)
